import { runCommand } from './clone/command-tool.js';
import { applyPatch, deleteFile, writeFile } from './clone/edit-tools.js';
import { defineOffered, type Offered } from './offered.js';
import { listFiles, readFile } from './read/files.js';
import { history, search } from './read/search.js';
import { symbols } from './read/symbols.js';

/** All tools that a session, its model and an MCP client may call, in the order of design §4. */
export const OFFERED: readonly Offered[] = [
  defineOffered({
    tool: readFile,
    about: 'Reads a text file of the repository, whole or a range of lines counted from 1.',
  }),
  defineOffered({
    tool: listFiles,
    about: 'Lists the files that git does not ignore, all or those whose path matches a glob.',
  }),
  defineOffered({
    tool: search,
    about: 'Finds the lines that match a regular expression (no look-around, no back references).',
  }),
  defineOffered({
    tool: symbols,
    about:
      'Lists functions, variables, macros and types of the C sources with file, lines and signature. Name one to find where it stands.',
  }),
  defineOffered({
    tool: history,
    about: 'Lists the last commits that changed a path, or any, newest first.',
  }),
  defineOffered({
    tool: applyPatch,
    about:
      'Changes files, all of the call or nothing: either edits, each of which replaces a text that occurs exactly once, or a unified diff. An edit with an empty text to find makes a new file.',
  }),
  defineOffered({
    tool: writeFile,
    about: 'Makes a file, or replaces the whole of one. Prefer apply_patch for a small change.',
  }),
  defineOffered({ tool: deleteFile, about: 'Deletes a file.' }),
  defineOffered({
    tool: runCommand,
    about:
      'Runs a program in the copy of the repository, without a shell and without a network. A person is asked unless the command is allowed. Its exit code is a result.',
  }),
];
