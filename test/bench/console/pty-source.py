"""A board on a pseudo-terminal: prints the terminal's name, and on a line `SIZE RATE` sends SIZE bytes of a key stream's
pattern at RATE bytes/s (0: as fast as they are taken). Prints how many bytes it could not send in time: with a rate, what
is not taken at once is lost, as on a real wire."""
import os, pty, sys, time, tty

PATTERN = os.urandom(1 << 20)
# What an adapter hands on at a time.
FIFO = 4096
with open(sys.argv[1], "wb") as kept:
    kept.write(PATTERN)
master, slave = pty.openpty()
tty.setraw(slave)
print(os.ttyname(slave), flush=True)
# The slave stays open here: a reader that comes late finds a terminal, not the end of one.
for line in sys.stdin:
    size, rate = (int(word) for word in line.split())
    os.set_blocking(master, rate == 0)
    sent = lost = 0
    begin = time.monotonic()
    while sent < size:
        if rate:
            due = min(size, int((time.monotonic() - begin) * rate))
            if due - sent > FIFO:
                # A wire has one speed: what this process came late for is sent later, not all at once.
                begin += (due - sent - FIFO) / rate
                due = sent + FIFO
            if due <= sent:
                time.sleep(0.001)
                continue
            piece = PATTERN[sent % len(PATTERN):][: due - sent]
            try:
                taken = os.write(master, piece)
            except BlockingIOError:
                taken = 0
            lost += len(piece) - taken
            sent += len(piece)
        else:
            sent += os.write(master, PATTERN[sent % len(PATTERN):][: min(65536, size - sent)])
    print(lost, flush=True)
