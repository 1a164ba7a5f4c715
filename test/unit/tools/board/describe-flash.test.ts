import { describe, expect, it } from 'vitest';
import { describeFlash } from '../../../../electron/tools/board/describe-flash.js';
import { speechIn } from '../../../../shared/texts/speech.js';

const asked = {
  ...{ board: 'Uno on the left', chip: '1e950f', serial: null, image: 'aa', regions: [] },
  ...{ erase: 'pages' as const, irreversible: null, alwaysAsk: false },
};

describe('what a person agrees to before a flash', () => {
  it('says that a flasher was tried against a simulation of our own alone, in both languages', async () => {
    const text = describeFlash({ ...asked, tried: 'simulation' }, 'bench');
    expect(text).toContain('not tried against an independent peer');
    const { say } = await speechIn('zh-CN');
    expect(text.split('\n').map(say)).toContain('未经独立的对端验证');
  });

  it('says that the tool of the profile writes', () => {
    expect(describeFlash({ ...asked, tried: 'tool' }, 'bench')).toContain('depends on that tool');
  });

  it('says nothing more of a flasher that an independent peer has judged', () => {
    expect(describeFlash({ ...asked, tried: 'peer' }, 'bench')).not.toContain('tried');
  });
});
