import { describe, expect, it } from 'vitest';
import { taskClaims } from '../../../../electron/lab/tasks/claims.js';
import { epic, item } from '../../../fixtures/campaign-run.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';

const of = (campaign: string, ...files: string[]) => ({
  ...epic(files.map((task_file, n) => item(n + 1, { task_file }))),
  ...{ id: campaign, campaign },
});

describe('claims of tasks', () => {
  it('give a task to one campaign alone, and name its epic to every other', () => {
    const claims = taskClaims(tempDir(), () => true);
    expect(value(claims.take(of('one', '/a.yaml', '/b.yaml')))).toBeNull();
    expect(value(claims.take(of('one', '/a.yaml', '/b.yaml')))).toBeNull();
    expect(value(claims.take(of('two', '/b.yaml')))).toMatchObject({ id: 'one', campaign: 'one' });
    expect(value(claims.take(of('three', '/c.yaml')))).toBeNull();
  });

  it('end when they are dropped, and with the campaign that has them', () => {
    let dead = '';
    const claims = taskClaims(tempDir(), (campaign) => campaign !== dead);
    value(claims.take(of('one', '/a.yaml')));
    value(claims.drop('one'));
    expect(value(claims.take(of('two', '/a.yaml')))).toBeNull();
    dead = 'two';
    expect(value(claims.take(of('three', '/a.yaml')))).toBeNull();
    dead = '';
    expect(value(claims.take(of('two', '/a.yaml')))).toMatchObject({ id: 'three' });
  });
});
