/** How the tests of a project of the history set are made to tell each case alone. In our own words: nothing of these projects is here. */
export type Suite =
  /** Each test file is a Unity program. */
  | { kind: 'unity'; programs: RegExp; sources: (file: string) => readonly string[] }
  /** One file of test functions: each becomes a case, run by a statement that returns whether it failed. */
  | {
      kind: 'functions';
      /** The first that is there. */
      files: readonly string[];
      name: RegExp;
      failed: (name: string) => string;
      sources: readonly string[];
    }
  /** A script that builds programs and keeps what each prints: each program is a case, its kept output is what it must print. */
  | { kind: 'outputs'; script: string };

export interface HistoryProject {
  /** Globs of git (pathspecs) of what is taken from the fix besides its parent's tree. */
  tests: readonly string[];
  /** Globs of the task: what a patch may touch. */
  changeable: readonly string[];
  /** For the compiler. */
  flags: readonly string[];
  suite: Suite;
}

/** By repository. A project of a list that is not here needs a row. */
export const HISTORY_PROJECTS: Readonly<Record<string, HistoryProject>> = {
  'DaveGamble/cJSON': {
    tests: ['tests'],
    changeable: ['cJSON*.c', 'cJSON*.h'],
    flags: ['-Itests'],
    suite: {
      kind: 'unity',
      programs: /^tests\/(?!common\.c|unity_setup\.c)\w+\.c$/,
      // Each test includes the library's source; those of the second library link it.
      sources: (file) => ['tests/unity/src/unity.c', ...(/utils|patch/.test(file) ? ['cJSON_Utils.c'] : [])],
    },
  },
  'cesanta/frozen': {
    tests: ['unit_test.c'],
    changeable: ['frozen.c', 'frozen.h'],
    flags: [],
    suite: {
      kind: 'functions',
      files: ['unit_test.c'],
      name: /^static const char \*(test_\w+)\(/gm,
      failed: (name) => `${name}() != NULL`,
      sources: [],
    },
  },
  'benhoyt/inih': {
    tests: ['tests'],
    changeable: ['ini.c', 'ini.h'],
    flags: [],
    suite: { kind: 'outputs', script: 'tests/unittest.sh' },
  },
  'cesanta/mjson': {
    tests: ['unit_test.c', 'test'],
    changeable: ['mjson.h', 'src/**'],
    flags: ['-I.', '-Isrc', '-DMJSON_ENABLE_MERGE=1', '-DMJSON_ENABLE_PRETTY=1'],
    suite: {
      kind: 'functions',
      files: ['test/unit_test.c', 'unit_test.c'],
      name: /^static void (test_\w+)\(/gm,
      // Ends the process where an assertion fails.
      failed: (name) => `(${name}(), 0)`,
      sources: ['src/mjson.c'],
    },
  },
  'codeplea/tinyexpr': {
    tests: ['test.c', 'minctest.h'],
    changeable: ['tinyexpr.c', 'tinyexpr.h'],
    flags: [],
    suite: {
      kind: 'functions',
      files: ['test.c'],
      name: /^void (test_\w+)\(/gm,
      failed: (name) => `(${name}(), lfails != 0)`,
      sources: ['tinyexpr.c'],
    },
  },
};
