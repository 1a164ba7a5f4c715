import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, type Surroundings } from '../../../../electron/bench/script/command-line.js';
import { ScriptStepSchema } from '../../../../shared/profile/script.js';

const around = (values: Record<string, string> = {}, more: Partial<Surroundings> = {}): Surroundings => ({
  base: process.cwd(),
  platform: 'win32',
  comSpec: 'C:\\Windows\\system32\\cmd.exe',
  values,
  ...more,
});
const line = (command: string[], env: Record<string, string>, values: Record<string, string> = {}) =>
  commandLine(ScriptStepSchema.parse({ command, env }), around(values));

describe('the command line of a batch file', () => {
  it('is made of the profile alone; values go through the environment', () => {
    const made = line(
      ['flash tool.bat', '/q', 'two words'],
      { IMAGE: '{image}' },
      { image: 'C:\\a b\\x.hex' },
    );
    expect(made).toMatchObject({
      ok: true,
      value: { file: 'C:\\Windows\\system32\\cmd.exe', env: { IMAGE: 'C:\\a b\\x.hex' }, verbatim: true },
    });
    expect(made.ok && made.value.args.at(-1)).toMatch(/^"".*flash tool\.bat" \/q "two words""$/);
  });

  it.each(['a%PATH%', 'a!b', 'a^b', 'a&calc', 'a"b', 'a|b', 'a<b', 'a>b', 'a\nb', 'a\rb'])(
    'refuses the value %j',
    (image) => {
      expect(line(['f.bat'], { IMAGE: '{image}' }, { image })).toMatchObject({
        ok: false,
        error: { code: 'SCRIPT_REFUSED' },
      });
    },
  );

  it.each(['{image}', 'a|b', 'a>b', '(a', '', '%x%'])('refuses the argument %j', (argument) => {
    expect(line(['f.bat', argument], {}, { image: 'x' })).toMatchObject({ ok: false });
  });

  it('exists on Windows only', () => {
    const step = ScriptStepSchema.parse({ command: ['f.cmd'] });
    expect(commandLine(step, around({}, { platform: 'linux' }))).toMatchObject({ ok: false });
  });
});

describe('the command line of anything else', () => {
  it('passes values as arguments, whatever they hold', () => {
    const made = line(['./tool', '--file={image}'], {}, { image: 'a%b&"c"' });
    expect(made).toMatchObject({ ok: true, value: { args: ['--file=a%b&"c"'], verbatim: false } });
  });

  it('runs PowerShell files without a profile and without a command string', () => {
    const made = line(['f.ps1', '{image}'], {}, { image: "x'; calc" });
    expect(made.ok && made.value.args.slice(-3)).toEqual([
      '-File',
      expect.stringMatching(/f\.ps1$/),
      "x'; calc",
    ]);
  });

  it.each([
    [[], true],
    [[{ pattern: 'Port', answer: 'COM7' }], false],
  ])('with the prompts %j lets PowerShell ask nothing: %s', (prompts, isSilent) => {
    const made = commandLine(ScriptStepSchema.parse({ command: ['f.ps1'], prompts }), around());
    expect(made.ok && made.value.args.includes('-NonInteractive')).toBe(isSilent);
  });

  it.each([
    ['#!/bin/bash\necho', ['/bin/bash']],
    ['#! /usr/bin/env -S bash -e\r\necho', ['/usr/bin/env', '-S bash -e']],
    ['# no shebang', ['sh']],
    ['', ['sh']],
  ])('runs a shell script that begins with %j by %j', (text, [file, ...options]) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'bl-script-'));
    try {
      const script = path.join(dir, 'flash.sh');
      writeFileSync(script, text);
      const step = ScriptStepSchema.parse({ command: [script, 'x'] });
      const made = commandLine(step, around({}, { platform: 'linux' }));
      expect(made).toMatchObject({ ok: true, value: { file, args: [...options, script, 'x'] } });
      const there = commandLine(step, around());
      expect(there).toMatchObject({ ok: true, value: { file: 'sh', args: [script, 'x'] } });
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it('names a placeholder that has no value, and those that have', () => {
    expect(line(['./tool', '{imag}'], {}, { image: 'x' })).toMatchObject({
      ok: false,
      error: { message: '{imag} has no value here', next: 'use one of: {image}' },
    });
  });
});
