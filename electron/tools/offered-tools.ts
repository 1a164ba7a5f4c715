import { consoleRead } from './board/console-read.js';
import { consoleSend } from './board/console-send.js';
import { decodeFaultOf } from './board/decode-fault.js';
import { flashImage } from './board/flash-image.js';
import { boardsOnBench, portsOnBench } from './board/list-bench.js';
import { switchPower } from './board/switch-power.js';
import { buildTask } from './build/build-task.js';
import { runCommand } from './clone/command-tool.js';
import { applyPatch, deleteFile, writeFile } from './clone/edit-tools.js';
import { undoable } from './clone/undoable.js';
import { defineOffered, type Offered } from './offered.js';
import { listFiles, readFile } from './read/files.js';
import { history, search } from './read/search.js';
import { symbols } from './read/symbols.js';
import { listRuns, showRun } from './runs/read-runs.js';
import { runTest } from './target/run-test.js';

/** All tools that a session, its model and an MCP client may call, in the order of design §4. */
export const OFFERED: readonly Offered[] = [
  defineOffered({
    tool: readFile,
    isOfRepository: true,
    about: 'Reads a text file of the repository, whole or a range of lines counted from 1.',
  }),
  defineOffered({
    tool: listFiles,
    isOfRepository: true,
    about: 'Lists the files that git does not ignore, all or those whose path matches a glob.',
  }),
  defineOffered({
    tool: search,
    isOfRepository: true,
    about: 'Finds the lines that match a regular expression (no look-around, no back references).',
  }),
  defineOffered({
    tool: symbols,
    isOfRepository: true,
    about:
      'Lists functions, variables, macros and types of the C sources with file, lines and signature. Name one to find where it stands.',
  }),
  defineOffered({
    tool: history,
    isOfRepository: true,
    about: 'Lists the last commits that changed a path, or any, newest first.',
  }),
  defineOffered({
    tool: applyPatch,
    isOfRepository: true,
    about:
      'Changes files, all of the call or nothing: either edits, each of which replaces a text that occurs exactly once, or a unified diff. An edit with an empty text to find makes a new file.',
  }),
  defineOffered({
    tool: writeFile,
    isOfRepository: true,
    about: 'Makes a file, or replaces the whole of one. Prefer apply_patch for a small change.',
  }),
  defineOffered({ tool: deleteFile, isOfRepository: true, about: 'Deletes a file.' }),
  defineOffered({
    tool: runCommand,
    isOfRepository: true,
    about:
      'Runs a program in the copy of the repository, without a shell and without a network. A person is asked unless the command is allowed. Its exit code is a result.',
  }),
  defineOffered({
    tool: undoable(buildTask),
    about:
      'Builds the task with its own command. Gives diagnostics, and the ids of what was made. A failed build is a result.',
  }),
  defineOffered({
    tool: undoable(runTest),
    about:
      "Builds where something has changed, and runs the task's tests on its target. Gives each case with its message, faults, and the end of the console.",
  }),
  defineOffered({ tool: portsOnBench, about: 'Lists the serial ports and USB devices of this computer.' }),
  defineOffered({
    tool: boardsOnBench,
    about: 'Lists the registered boards with their ids, profiles, and who holds them.',
  }),
  defineOffered({ tool: listRuns, about: 'Lists the runs of this computer, oldest first.' }),
  defineOffered({ tool: showRun, about: 'Shows a run: its report, its transitions and its gates.' }),
  defineOffered({
    tool: consoleRead,
    about:
      'Reads the lines that a board printed since the last reading or since it was flashed or switched, then waits some seconds for more. A pattern keeps only the lines that it fits. A simulator has a console only while run_test runs.',
  }),
  defineOffered({
    tool: consoleSend,
    about:
      'Types a text on the console of a board, exactly as given: include the line end. A person is asked.',
  }),
  defineOffered({
    tool: flashImage,
    about:
      'Writes an image to a board. Name it by the id of something that was built, or by a path in the repository. A person is asked.',
  }),
  defineOffered({
    tool: switchPower,
    about: 'Switches a board on or off, off and on again, or resets it. A person is asked.',
  }),
  defineOffered({
    tool: decodeFaultOf,
    about: 'Decodes the fault in a text that a target printed, and names the source lines of its addresses.',
  }),
];
