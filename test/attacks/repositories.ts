import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClone } from '../../electron/workspace/clone.js';
import { applyPatch } from '../../electron/workspace/patch.js';
import { publishBranch } from '../../electron/workspace/publish.js';
import { findRepository } from '../../electron/workspace/repository.js';
import { createScratch, resetScratch } from '../../electron/workspace/scratch.js';
import { currentTree, rollbackTo } from '../../electron/workspace/snapshot.js';
import { ATTRIBUTES, HOOKS, hostileConfig, left } from '../unit/workspace/hostile-repository.js';
import { fingerprint, g, head, put } from '../unit/workspace/repositories.js';
import type { Opening } from './attack.js';
import type { Draw } from './draw.js';

/** Stands in a file beside the repository, which nothing that works on the repository reads. */
const SECRET = 'beside-the-repository-77b1';
const PATCH = '--- a/src/a.c\n+++ b/src/a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n';

const NAMES = [
  ...[
    '-rf',
    '--exec=touch x',
    'a\nb.c',
    'a\tb.c',
    'quote".c',
    "it's.c",
    '$(touch x).c',
    '`touch x`.c',
    ' .c',
    '~',
  ],
  ...[
    '\u202ec.a',
    'a\u200b.c',
    'CON.c',
    'aux.h',
    'a:b.c',
    'back\\slash.c',
    '....',
    'HEAD',
    'refs/heads/x',
    ':(top)a',
  ],
  ...['.gitignore', '.lfsconfig', '.mailmap', 'sub/.git-x', 'src/a.c/deep'.replace('a.c/', 'b/')],
];
const LINKS = ['docs', 'src/link.c', 'include', 'build', 'sub/deep', 'x.h'];
/** Names that git refuses to check out, and that a tree made by hand holds all the same. */
const TREES = ['..', '.git', '.GIT', 'git~1', '.git ', '.g\u200cit'];

interface Scene {
  root: string;
  repo: string;
  outside: string;
  markers: string;
}

/** Puts something hostile into a repository, before or after its commit. */
type Hostility = (draw: Draw, scene: Scene) => void;

const COMMITTED: readonly Hostility[] = [
  function names(draw, { repo }) {
    put(repo, Object.fromEntries(draw.some(NAMES, 1, 6).map((name) => [name, 'int x;\n'])));
  },
  function attributes(draw, { repo }) {
    const more = draw.pick(['* ident\n', '*.c export-subst\n', '* text eol=crlf\n', '']);
    put(repo, { '.gitattributes': `${ATTRIBUTES}${more}` });
  },
  function links(draw, { repo, outside }) {
    const to = [
      '/etc',
      outside,
      path.join(outside, 'secret.txt'),
      '../outside',
      '../../outside',
      '.git',
      '.',
      'nowhere',
    ];
    for (const name of draw.some(LINKS, 1, 3)) {
      mkdirSync(path.dirname(path.join(repo, name)), { recursive: true });
      rmSync(path.join(repo, name), { recursive: true, force: true });
      symlinkSync(draw.pick(to), path.join(repo, name));
    }
  },
  function submodules(draw, { repo, outside, markers }) {
    const place = draw.pick(['sub', '../outside', '.git/modules', 'src', '-u', outside]);
    put(repo, {
      '.gitmodules': `[submodule "${draw.pick(['s', '../x', '-x'])}"]\n\tpath = ${place}\n\turl = ext::sh -c "touch ${markers}/url"\n\tupdate = !touch ${markers}/update\n`,
    });
    g(repo, 'update-index', '--add', '--cacheinfo', `160000,${head(repo)},linked`);
  },
];

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A configuration file of git, as git-config(1) describes it. */
function configText(entries: readonly (readonly [string, string])[]): string {
  return entries
    .map(([key, content]) => {
      const parts = key.split('.');
      const [section, name] = [parts[0], parts.at(-1)];
      const middle = parts.length > 2 ? ` ${quoted(parts.slice(1, -1).join('.'))}` : '';
      return `[${section}${middle}]\n\t${name} = ${quoted(content)}\n`;
    })
    .join('');
}

const CONFIGURED: readonly Hostility[] = [
  function config(draw, { repo, markers }) {
    const text = configText(draw.some(hostileConfig(markers), 1, 12));
    const file = path.join(repo, '.git/config');
    if (draw.isSo(0.5)) {
      writeFileSync(path.join(repo, '.git/included'), text);
      writeFileSync(file, `${readFileSync(file, 'latin1')}[include]\n\tpath = included\n`);
    } else writeFileSync(file, `${readFileSync(file, 'latin1')}${text}`);
  },
  function hooks(draw, { repo, markers }) {
    for (const name of draw.some(HOOKS, 1, HOOKS.length))
      writeFileSync(path.join(repo, '.git/hooks', name), `#!/bin/sh\n: > '${markers}/hook-${name}'\n`, {
        mode: 0o755,
      });
  },
  function elsewhere(draw, { repo, outside }) {
    const file = path.join(repo, '.git/config');
    const key = draw.pick(['worktree', 'hooksPath', 'attributesFile', 'excludesFile']);
    writeFileSync(file, `${readFileSync(file, 'latin1')}[core]\n\t${key} = ${quoted(outside)}\n`);
  },
  function info(_, { repo }) {
    put(repo, {
      '.git/info/attributes': `${ATTRIBUTES}* working-tree-encoding=UTF-16\n`,
      '.git/info/grafts': 'nonsense\n',
    });
  },
  function tree(draw, { repo }) {
    const entries = g(repo, 'ls-tree', 'HEAD', '.').split('\n')[0] ?? '';
    const forged = `${entries.split('\t')[0]}\t${draw.pick(TREES)}\n`;
    const tree = madeTree(repo, forged);
    const commit = g(repo, 'commit-tree', tree, '-p', 'HEAD', '-m', 'forged').trim();
    g(repo, 'update-ref', 'HEAD', commit);
  },
];

/** A tree with entries that `git add` would refuse. */
const madeTree = (repo: string, entries: string): string =>
  execFileSync('git', ['mktree', '--missing'], { cwd: repo, input: entries, encoding: 'utf8' }).trim();

function sceneIn(root: string): Scene {
  const [repo, outside, markers] = ['repo', 'outside', 'markers'].map((name) => path.join(root, name));
  if (!repo || !outside || !markers) throw new Error('no scene');
  for (const dir of [repo, outside, markers]) mkdirSync(dir);
  put(outside, { 'secret.txt': `${SECRET}\n`, 'a.c': 'precious\n' });
  g(repo, 'init', '-q');
  put(repo, { 'src/a.c': 'int a;\n', 'x.h': 'int h;\n', 'y.p': 'p\n' });
  g(repo, 'add', '-A');
  g(repo, 'commit', '-q', '-m', 'first');
  return { root, repo, outside, markers };
}

/** Clones, changes, and publishes as a run does; whatever is refused is refused. */
async function worked({ root, repo }: Scene): Promise<void> {
  const found = await findRepository(repo);
  if (!found.ok) return;
  const [into, scratch] = [path.join(root, 'clone'), path.join(root, 'scratch')];
  const { root: repoRoot, baseCommit } = found.value;
  const made = await createClone({ repoRoot, baseCommit, into, inputs: [] });
  if (!made.ok) return;
  const applied = await applyPatch(made.value.dir, PATCH, 'fix');
  await currentTree(made.value.dir);
  if ((await createScratch({ cloneDir: made.value.dir, commit: baseCommit, into: scratch })).ok)
    await resetScratch(scratch);
  if (applied.ok)
    await publishBranch({
      repoRoot,
      cloneDir: made.value.dir,
      commit: applied.value.commit,
      branch: 'benchloop/run-1',
    });
  await rollbackTo(made.value.dir, baseCommit);
}

/** Files below a folder, not through links, that hold the secret. */
const holders = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(SECRET))
    .map((file) => path.relative(dir, file));

const isResult = (name: string): boolean => /^\.git\/(?:objects\/|refs\/heads\/benchloop\/)/.test(name);

function differing(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}

/** Repositories with hostile names, links, attributes, hooks, configurations, submodules and trees, through a whole run. */
export const repositories: Opening = () => ({
  close: () => undefined,
  attempt: async (draw) => {
    const root = mkdtempSync(path.join(tmpdir(), 'repositories-'));
    try {
      const scene = sceneIn(root);
      const committed = draw.some(COMMITTED, 0, 3);
      for (const put of committed) put(draw, scene);
      g(scene.repo, 'add', '-A');
      g(scene.repo, 'commit', '-q', '--allow-empty', '-m', 'second');
      const configured = draw.some(CONFIGURED, 0, 3);
      for (const put of configured) put(draw, scene);
      // the scene is made by a git that heeds hooks
      for (const name of left(scene.markers)) rmSync(path.join(scene.markers, name));
      const [repo, outside] = [fingerprint(scene.repo), fingerprint(scene.outside)];
      await worked(scene);
      const touched = [
        ...left(scene.markers).map((name) => `ran ${name}`),
        ...differing(outside, fingerprint(scene.outside)).map(
          (name) => `wrote ${name} beside the repository`,
        ),
        ...differing(repo, fingerprint(scene.repo))
          .filter((name) => !isResult(name))
          .map((name) => `changed ${name} of the repository`),
        ...['clone', 'clone.git', 'scratch'].flatMap((dir) =>
          readdirSync(root).includes(dir)
            ? holders(path.join(root, dir)).map((file) => `read the secret into ${file}`)
            : [],
        ),
      ];
      const what = [...committed, ...configured].map(({ name }) => name).join(', ');
      return touched.length === 0 ? null : `${touched.join('; ')} (${what})`;
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
});
