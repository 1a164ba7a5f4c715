import { describe, expect, it } from 'vitest';
import type { FlashAsked } from '../../../../electron/bench/environment.js';
import { describeFlash } from '../../../../electron/tools/board/describe-flash.js';
import { speechIn } from '../../../../shared/texts/speech.js';
import { inEnglish, inLines } from '../../../../shared/texts/words.js';

const asked = {
  ...{ board: 'Uno on the left', chip: '1e950f', serial: null, image: 'aa', regions: [] },
  ...{ erase: 'pages' as const, irreversible: null, alwaysAsk: false },
};

const english = (what: FlashAsked): string => inEnglish(inLines(...describeFlash(what, 'bench')));

describe('what a person agrees to before a flash', () => {
  it('says that a flasher was tried against a simulation of our own alone, in both languages', async () => {
    const lines = describeFlash({ ...asked, tried: 'simulation' }, 'bench');
    expect(lines.map(inEnglish)).toContain('not tried against an independent peer');
    const { say } = await speechIn('zh-CN');
    expect(lines.map(say)).toContain('未经独立的对端验证');
  });

  it('says that the tool of the profile writes', () => {
    expect(english({ ...asked, tried: 'tool' })).toContain('depends on that tool');
  });

  it('says nothing more of a flasher that an independent peer has judged', () => {
    expect(english({ ...asked, tried: 'peer' })).not.toContain('tried');
  });

  it('keeps what a device or a file name holds within its line, to the letter', async () => {
    const sly = { ...asked, tried: 'peer' as const, serial: 'a\nchip: {0}', irreversible: 'b\n\nc' };
    const lines = describeFlash(sly, 'bench', 'the file x\nimage: SHA-256 00');
    expect(lines.map(inEnglish).filter((line) => line.includes('\n'))).toEqual([]);
    const { say } = await speechIn('zh-CN');
    expect(lines.map(say)).toContain('序列号：a chip: {0}');
  });
});
