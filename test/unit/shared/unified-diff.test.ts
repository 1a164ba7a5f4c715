import { createTwoFilesPatch, parsePatch as parseByLibrary, structuredPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hunkAt, hunkHead, parsePatch } from '../../../shared/unified-diff.js';

/** Lines of files, those among them that look like parts of a patch. */
const line = fc.constantFrom(
  ...['', 'a', 'b', 'int x;', '-- a/x', '++ b/x', '--- a/x', '+++ b/x', '@@ -1 +1 @@', 'diff --git a/x b/x'],
  ...['\\ No newline at end of file', ' ', '-', '+', 'GIT binary patch', 'a\r'],
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));

/** The library counts a side without lines from the line behind the place. */
const asGitCounts = <H extends { oldStart: number; oldLines: number; newStart: number; newLines: number }>(
  h: H,
) => ({
  ...h,
  oldStart: h.oldLines === 0 ? h.oldStart - 1 : h.oldStart,
  newStart: h.newLines === 0 ? h.newStart - 1 : h.newStart,
});

const figures = ({ oldStart, oldLines, newStart, newLines, lines }: Parameters<typeof hunkHead>[0]) => ({
  ...{ oldStart, oldLines, newStart, newLines, lines },
});

describe('a unified diff', () => {
  it('is read as the library reads it, whatever the files hold', () => {
    fc.assert(
      fc.property(text, text, fc.nat({ max: 4 }), (before, after, context) => {
        const patch = createTwoFilesPatch('a/x', 'b/x', before, after, '', '', { context });
        const [theirs] = parseByLibrary(patch);
        const hunks = parsePatch(patch).flatMap((file) => file.hunks.map(figures));
        expect(hunks).toEqual((theirs?.hunks ?? []).map((h) => asGitCounts(figures({ ...h, section: '' }))));
      }),
      { numRuns: 500 },
    );
  });

  it('of several files is read as one after the other, with text around them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }), (pairs) => {
        const parts = pairs.filter(([a, b]) => a !== b);
        const one = ([a, b]: [string, string]) => createTwoFilesPatch('a/x', 'b/x', a, b, '', '');
        const bodies = parts.map((pair) => one(pair).replace(/^=+\n/, 'diff --git a/x b/x\n'));
        const all = parsePatch(`Subject: a mail\n\n${bodies.join('')}`);
        expect(all.map(({ hunks }) => hunks)).toEqual(bodies.map((body) => parsePatch(body)[0]?.hunks));
        expect(all).toHaveLength(parts.length);
      }),
    );
  });

  it('has heads that are written as they are read', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        for (const hunk of structuredPatch('x', 'x', before, after).hunks) {
          const written = hunkHead({ ...hunk, section: ' main()' });
          expect(hunkAt([written, ...hunk.lines], 0)?.hunk).toEqual({ ...hunk, section: ' main()' });
        }
      }),
    );
  });

  it('begins no hunk where none is, and none without a file', () => {
    expect(hunkAt(['@@ here @@'], 0)).toBeNull();
    expect(hunkAt([], 3)).toBeNull();
    expect(parsePatch('@@ -1 +1 @@\n-a\n+b\n')).toEqual([]);
  });
});
