import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { BoardNowSchema } from '../../../shared/board.js';
import { PortSchema } from '../../../shared/port.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Ran } from '../../fixtures/loop/command-line.js';

let cli: InProcess;
let home: string;
beforeAll(async () => {
  cli = await inProcess();
  home = cli.freshHome();
});
afterAll(() => cli.close());
const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home });
const BoardsShape = z.strictObject({ boards: z.array(BoardNowSchema) });
const boards = async () => BoardsShape.parse(JSON.parse((await cmd('boards', '--json')).stdout)).boards;

describe('benchloop ports', () => {
  it('gives one object with the ports of this computer', async () => {
    const { code, stdout } = await cmd('ports', '--json');
    expect(code).toBe(0);
    z.strictObject({ ports: z.array(PortSchema) }).parse(JSON.parse(stdout));
  });

  it('refuses what it does not know', async () => {
    expect(await cmd('ports', '--frob')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('benchloop boards', () => {
  it('has none at first, and says how there come to be some', async () => {
    expect(await boards()).toEqual([]);
    expect((await cmd('boards', 'list')).stderr).toContain('boards import');
  });

  it('takes a map, and leases, holds and releases what was in it across processes', async () => {
    const map = path.join(cli.root, 'map.yaml');
    writeFileSync(map, '- {id: 000683, platform: nrf52840dk/nrf52840, runner: jlink}\n- {id: X}\n');
    const taken = await cmd('boards', 'import', map, '--json');
    expect(taken.code, 'an entry was left out').toBe(1);
    expect(JSON.parse(taken.stdout)).toMatchObject({
      imported: [{ profile: 'nrf52840dk-nrf52840', key: { serial: '000683' }, unused: ['runner'] }],
      refused: [{ place: 2 }],
    });
    const id = (await boards())[0]?.id ?? '';
    expect(await cmd('boards', 'lease', id, '--owner', 'alice')).toMatchObject({ code: 0 });
    expect(await boards()).toMatchObject([{ lease: { owner: 'alice', expires_at: null }, queue: [] }]);
    expect(await cmd('boards', 'lease', id, '--owner', 'bob')).toMatchObject({ code: 1, stdout: '' });
    expect(await cmd('boards', 'release', id)).toMatchObject({ code: 0 });
    expect(await boards()).toMatchObject([{ lease: null, queue: [], drives: 'actuators' }]);
    expect(await cmd('boards', 'drives', id, 'nothing')).toMatchObject({ code: 0 });
    expect(await boards()).toMatchObject([{ drives: 'nothing' }]);
    writeFileSync(path.join(home, 'policy.yaml'), 'humanChannel: window\n');
    const away = await cmd('boards', 'drives', id, 'nothing');
    expect([away.code, away.stderr]).toEqual([2, expect.stringContaining('window only')]);
    writeFileSync(path.join(home, 'policy.yaml'), 'humanChannel: any\n');
    expect(await cmd('boards', 'drives', id, 'actuators')).toMatchObject({ code: 0 });
    expect(await boards()).toMatchObject([{ drives: 'actuators' }]);
  });

  it.runIf(process.platform === 'linux')('tells where a board is that no list of ports has', async () => {
    const [tty, map] = [path.join(cli.root, 'tty'), path.join(cli.root, 'there.yaml')];
    writeFileSync(tty, '');
    writeFileSync(map, `- {platform: mps2_an385, serial: ${tty}}\n`);
    expect(await cmd('boards', 'import', map)).toMatchObject({ code: 0 });
    expect((await boards()).find(({ key }) => key.port === tty)).toMatchObject({ port: tty, chip: null });
    expect((await cmd('boards')).stdout).toContain(tty);
  });

  it.each([
    [['frob'], /no action frob/],
    [['lease'], /one board/],
    [['list', 'x'], /takes no argument/],
    [['lease', 'nope'], /no board nope/],
    [['lease', 'nope', '--owner='], /--owner/],
    [['lease', 'nope', '--owner', 'a\nb'], /--owner/],
    [['drives', 'nope', 'nothing'], /no board nope/],
    [['drives', 'nope'], /what the board drives is missing/],
    [['release', 'nope', 'nothing'], /release takes no nothing/],
    [['import', 'nope.yaml'], /no such hardware map/],
  ])('refuses %j', async (words, why) => {
    const refused = await cmd('boards', ...words);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(why);
  });
});
