"""Studies: experiments of reports that can be run again, and what their numbers can and cannot show."""
