$(error boards/program.mk moved: it is boards/build/program.mk now)
