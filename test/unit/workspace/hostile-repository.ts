import { chmodSync, existsSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { g, head, put, repository, temporary } from './repositories.js';

export const HOOKS = [
  'post-checkout',
  'post-index-change',
  'reference-transaction',
  'pre-commit',
  'post-commit',
  'fsmonitor-watchman',
  'post-applypatch',
  'applypatch-msg',
  'update',
  'pre-auto-gc',
];

/** A program that leaves a marker named after the attack. */
function trap(markers: string, name: string): string {
  const file = join(markers, '..', `trap-${name}`);
  writeFileSync(file, `#!/bin/sh\n: > '${markers}/${name}'\ncat\n`);
  chmodSync(file, 0o755);
  return file;
}

export const ATTRIBUTES =
  '* filter=evil diff=evil merge=evil\n*.h filter=lfs diff=lfs text\n*.p filter=proc\n';

export function hostileConfig(markers: string): [string, string][] {
  const t = (name: string) => trap(markers, name);
  return [
    ['core.fsmonitor', t('fsmonitor')],
    ['core.sshCommand', t('ssh')],
    ['core.pager', t('pager')],
    ['core.editor', t('editor')],
    ['core.askPass', t('askpass')],
    ['core.alternateRefsCommand', t('alternate-refs')],
    ['core.gitProxy', t('proxy')],
    ['filter.evil.clean', t('clean')],
    ['filter.evil.smudge', t('smudge')],
    ['filter.evil.required', 'true'],
    ['filter.proc.process', t('process')],
    ['filter.lfs.clean', t('lfs-clean')],
    ['filter.lfs.smudge', t('lfs-smudge')],
    ['filter.lfs.process', t('lfs-process')],
    ['diff.evil.textconv', t('textconv')],
    ['diff.evil.command', t('diff-command')],
    ['diff.external', t('diff-external')],
    ['merge.evil.driver', t('merge-driver')],
    ['uploadpack.packObjectsHook', t('pack-objects')],
    ['alias.status', `!${t('alias')}`],
    ['alias.rev-parse', `!${t('alias-rev')}`],
    ['gpg.program', t('gpg')],
    ['commit.gpgSign', 'true'],
    ['credential.helper', t('credential')],
    ['protocol.ext.allow', 'always'],
    ['remote.origin.url', `ext::${t('ext')}`],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.partialclonefilter', 'blob:none'],
    ['remote.origin.uploadpack', t('upload-pack')],
    ['submodule.recurse', 'true'],
    ['gc.auto', '1'],
    ['trace2.eventTarget', join(markers, 'trace2')],
  ];
}

export function makeHostile(repo: string, markers: string): void {
  for (const name of HOOKS) {
    const hook = join(repo, '.git/hooks', name);
    put(repo, { [`.git/hooks/${name}`]: `#!/bin/sh\n: > '${markers}/hook-${name}'\n` });
    chmodSync(hook, 0o755);
  }
  put(repo, { '.git/info/attributes': ATTRIBUTES });
  const included = join(repo, '.git/included');
  for (const [key, content] of hostileConfig(markers)) g(repo, 'config', '--file', included, key, content);
  g(repo, 'config', 'include.path', 'included');
  // Old times make git compare contents, which is when filters run.
  for (const file of ['src/a.c', 'x.h', 'y.p'])
    if (existsSync(join(repo, file))) utimesSync(join(repo, file), 1000, 1000);
}

export function hostileRepository(): { repo: string; markers: string } {
  const markers = join(temporary('markers'), 'm');
  put(markers, { keep: '' });
  const repo = repository({
    '.gitattributes': ATTRIBUTES,
    'src/a.c': 'int a;\n',
    'x.h': 'int h;\n',
    'y.p': 'p\n',
  });
  put(repo, {
    '.gitmodules': `[submodule "s"]\n\tpath = sub\n\turl = ext::sh -c "touch ${markers}/submodule-url"\n\tupdate = !touch ${markers}/submodule-update\n`,
  });
  const sub = repository({ 's.c': 'int s;\n', 'src/a.c': '', '.gitattributes': ATTRIBUTES });
  g(repo, 'update-index', '--add', '--cacheinfo', `160000,${head(sub)},sub`);
  g(repo, 'add', '.gitmodules');
  g(repo, 'commit', '-qm', 'sub');
  renameSync(sub, join(repo, 'sub'));
  makeHostile(join(repo, 'sub'), markers);
  makeHostile(repo, markers);
  return { repo, markers };
}

/** Markers of the traps that a program ran into. */
export const left = (markers: string): string[] => readdirSync(markers).filter((name) => name !== 'keep');
