"""Plain games as their authors would write them: rules without kernels, each in a style of its own."""
