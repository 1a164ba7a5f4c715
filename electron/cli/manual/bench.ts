import { APPROVE, JSON_LINES, JSON_ONE, PACE, type Page } from './page.js';

/** Commands about the bench, its clients and the demos. */
export const BENCH_PAGES = {
  profiles: {
    synopsis: '[--json]',
    about: 'Lists the targets that a task can name, and says what is wrong with those that do not load.',
    options: [JSON_ONE],
    examples: ['benchloop profiles'],
  },
  doctor: {
    synopsis: '[--json]',
    about:
      'Says what this computer lacks, each with the command that puts it right; exit code 1 if it lacks something. A note is for who uses boards.',
    options: [JSON_ONE],
    examples: ['benchloop doctor'],
  },
  ports: {
    synopsis: '[--watch] [--json]',
    about: 'Lists serial ports and USB devices: what they are, where they are plugged in, who has them open.',
    options: [
      ['--watch', 'then tell what is plugged in and pulled, until Ctrl-C'],
      ['--json', 'one JSON object on standard output; with --watch one for each change'],
    ],
    examples: ['benchloop ports', 'benchloop ports --watch'],
  },
  boards: {
    synopsis:
      '[list | lease BOARD | release BOARD | restore BOARD [--first] | drives BOARD nothing|actuators | import MAP.yaml] [--json]',
    about:
      'Lists the boards and who holds them; keeps a board from runs and gives it back; takes a Zephyr hardware map.',
    options: [
      ['list', 'the boards, where they are plugged in, who holds them and who waits'],
      ['lease BOARD', 'take a board for yourself, until it is released'],
      ['--owner NAME', 'who takes it; default: your user name'],
      ['release BOARD', 'give it back; a board that was out of use takes runs again'],
      ['--force', 'take it from a run that works on it'],
      ['restore BOARD', 'flash the last image that was written and verified'],
      ['--first', 'flash what the board held before its first flash instead'],
      ['--profile P', 'the profile to restore with; default: that of the last use'],
      APPROVE,
      [
        'drives BOARD WHAT',
        'say what it drives: nothing, so that one approval may cover several flashes of a run, or actuators (default)',
      ],
      ['import MAP.yaml', 'add the boards of a hardware map (Zephyr, twister)'],
      JSON_ONE,
    ],
    examples: [
      'benchloop boards',
      'benchloop boards lease arduino-uno-1a2b3c --owner alice',
      'benchloop boards import hardware-map.yaml',
    ],
  },
  flash: {
    synopsis: '--profile P [--port PATH] [--address ADDRESS] IMAGE [--approve POLICY] [--json]',
    about:
      'Writes an image to a board and verifies it. What the board held is kept first, where it can be read.',
    options: [
      ['--profile P', 'the board: an id of `benchloop profiles`, or a file'],
      ['--port PATH', 'its port, instead of the search that the profile describes'],
      ['--address ADDRESS', 'where a file of bare bytes (.bin) belongs, as 0x8000000'],
      APPROVE,
      JSON_LINES,
    ],
    examples: ['benchloop flash --profile arduino-uno build/app.hex'],
  },
  console: {
    synopsis: '--port PATH --baud N [--log FILE] [--seconds N] [--filter RE] [--send TEXT] [--json]',
    about: 'Shows a serial port. Other programs of Benchloop share the port; every byte is kept.',
    options: [
      ['--port PATH', 'the port, as `benchloop ports` names it'],
      ['--baud N', 'bits per second; 115200 without it'],
      ['--log FILE', 'write the bytes as they come to this file too'],
      ['--seconds N', 'end after so long'],
      ['--timestamps', 'before each line the time at which its first byte came'],
      ['--hex', 'bytes in hexadecimal'],
      ['--filter RE', 'only lines that fit this regular expression'],
      ['--ignore-case', 'capitals and small letters are the same to --filter'],
      ['--send TEXT', 'send this first'],
      ['--eol lf|crlf|cr|none', 'what ends a line that is sent'],
      ['--data-bits 5..8', 'data bits, default 8'],
      ['--parity none|even|odd', 'parity, default none'],
      ['--stop-bits 1|2', 'stop bits, default 1'],
      ['--flow none|rtscts|xonxoff', 'flow control, default none'],
      ['--dtr on|off', 'set DTR, where the port has it'],
      ['--rts on|off', 'set RTS, where the port has it'],
      ['--break MS', 'send a break, where the port can'],
      ['--patience SECONDS', 'how long a lost port may take to come back, default 30'],
      ['--serve 127.0.0.1:PORT', 'mirror the port over RFC 2217, for a terminal of your own'],
      JSON_LINES,
    ],
    examples: ['benchloop console --port /dev/ttyUSB0 --baud 115200 --log board.log'],
  },
  mcp: {
    synopsis: '[--repo DIR] [--task TASK.yaml]',
    about:
      'Serves the tools of a session to a client of the Model Context Protocol, which starts this command itself. Works on a copy of the repository. Asks you before anything dangerous, in the window or by `benchloop approve`; no client can answer. See docs/mcp.md.',
    options: [
      ['--repo DIR', "the repository; without it, the task's, or the one that the client starts this in"],
      ['--task TASK.yaml', 'the task that is built, tested and run'],
    ],
    examples: ['benchloop mcp --repo ~/firmware', 'benchloop mcp --task task.yaml'],
  },
  demo: {
    synopsis: '[--task NAME] [--goal "GOAL"] [--list] [--pace MS|step] [--reset] [--json]',
    about: 'Repairs a broken firmware in QEMU, or another of the demos.',
    options: [
      ['--task NAME', 'which demo'],
      ['--goal "GOAL"', 'as a campaign with this goal; one that asks for a commit ends in one'],
      ['--list', 'name the demos'],
      ['--reset', 'put all demos back to their start'],
      JSON_LINES,
      PACE,
    ],
    examples: [
      'benchloop demo',
      'benchloop demo --task compile-typo --pace slow',
      'benchloop demo --task frame-wrong-shift --goal "make the framing tests pass and commit it"',
    ],
  },
} as const satisfies Record<string, Page>;
