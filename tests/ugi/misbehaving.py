"""A UGI program for Stones that takes one at a time, and misbehaves in the way its first argument names."""

import os
import signal
import sys
import time


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def flood(line: bytes) -> None:
    while True:
        os.write(1, line * 1000)


def stay_beneath() -> None:
    """A child that leaves the session, ignores what can be ignored, and sleeps."""
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if os.fork() == 0:
            time.sleep(600)
        time.sleep(600)


def move(manner: str) -> None:
    if manner == "hang":
        time.sleep(600)
    elif manner == "slow":
        time.sleep(float(sys.argv[2]))
    elif manner == "crash-in-move":
        sys.stderr.write("it broke here\n")
        os._exit(3)
    elif manner == "illegal":
        say("bestmove take9")
        return
    elif manner == "garbage":
        os.write(1, os.urandom(200_000).replace(b"\n", b"") + b"\nbestmove \xff\x00\xfe\n")
        return
    elif manner == "flood":
        flood(b"info string again and again\n")
    elif manner == "flood-without-newline":
        flood(b"x" * 1000)
    elif manner == "flood-stderr":
        os.write(2, b"noise\n" * 100_000 + b"the last of it\n")
    elif manner == "closed-stdout":
        os.close(1)
        time.sleep(600)
    elif manner == "eats-memory":
        hoard = []
        while True:
            hoard.append(bytearray(4_000_000))
    elif manner == "answers-twice":
        say("bestmove take1")
    say("bestmove take1")


def main(manner: str) -> None:
    if manner == "crash-at-start":
        sys.stderr.write("no such library\n")
        sys.exit(3)
    if manner == "never-ready":
        time.sleep(600)
    if manner == "forks":
        stay_beneath()
    if manner == "ignores":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for line in sys.stdin:
        command = line.split()[0]
        if command == "ugi":
            say("id name misbehaving\noption name Seed type spin default 0\nugiok")
        elif command == "isready":
            say("readyok")
        elif command == "go":
            move(manner)
        elif command == "quit" and manner == "crash-at-exit":
            os.abort()
        elif command == "quit" and manner != "ignores":
            return
    while manner == "ignores":
        time.sleep(600)


main(sys.argv[1])
