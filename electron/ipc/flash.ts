import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FlashView, FlashWanted } from '../../shared/ipc/flash.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { BoardProfile } from '../../shared/profile/board.js';
import { boardProfiles } from '../core/board-profiles.js';
import type { WantedImage } from '../lab/boards/flash-by-hand.js';
import { createFlashDesk, type FlashDesk } from './flash-desk.js';
import type { BenchParts, ServedArea } from './served-area.js';

/** Loaded when the window first looks at a flash. */
const later = {
  placed: () => import('../lab/boards/placed-profile.js'),
  plan: () => import('../lab/boards/flash-plan.js'),
} as const;

export interface ServedFlash extends ServedArea<'flash'> {
  settle: FlashDesk['settle'];
}

/** Flashing by hand from the window: by the same way as the command line, one flash at a time. */
export function serveFlash(parts: BenchParts, push: (view: FlashView) => void): ServedFlash {
  const { core, desktop, home } = parts;
  const desk = createFlashDesk(parts, push, parts.onFlashQuestion);
  const picked = new Map<string, string>();

  const resolve = async (
    wanted: FlashWanted,
  ): Promise<Result<{ profile: BoardProfile; image: WantedImage }>> => {
    const image = imageOf(wanted.image, picked);
    if (!image.ok) return image;
    const profile = (await boardProfiles(core)).find(({ id }) => id === wanted.profile);
    if (profile === undefined) return fail(noProfile(wanted.profile));
    const { placedProfile } = await later.placed();
    const placed = await placedProfile(home, profile, { target: wanted.target, image: image.value });
    return placed.ok ? ok({ profile: placed.value, image: image.value }) : placed;
  };
  return {
    handlers: {
      watchFlash: () => ok(desk.show()),
      pickImage: async () => {
        const file = await desktop.chooseFile('image');
        if (file === null) return ok(null);
        const token = randomUUID();
        picked.set(token, file);
        return ok({ token, file });
      },
      planFlash: async (wanted) => {
        const resolved = await resolve(wanted);
        if (!resolved.ok) return resolved;
        const { planFlash } = await later.plan();
        return ok(await planFlash(home, resolved.value.profile, resolved.value.image));
      },
      startFlash: async (wanted) => {
        const resolved = await resolve(wanted);
        if (!resolved.ok) return resolved;
        const { profile, image } = resolved.value;
        return desk.start(profile, image, nameOf(image));
      },
      answerFlash: ({ binding, answer }) => desk.answer(binding, answer === 'yes'),
      cancelFlash: () => ok(desk.cancel()),
    },
    settle: desk.settle,
    close: desk.close,
  };
}

function imageOf(image: FlashWanted['image'], picked: ReadonlyMap<string, string>): Result<WantedImage> {
  if (image.by === 'restore') return ok(image);
  const file = picked.get(image.token);
  return file === undefined
    ? fail(notPicked)
    : ok({ by: 'file', file, ...(image.base !== null && { base: image.base }) });
}

const notPicked: Problem = {
  code: 'ARTIFACT_MISSING',
  message: 'the image was chosen before Benchloop was started anew',
  next: 'choose it again',
};

const noProfile = (id: string): Problem => ({
  code: 'PROFILE_UNKNOWN',
  message: `there is no board profile "${id}"`,
  next: 'see `benchloop profiles`',
});

const KEPT = {
  'last-good': 'the last good image',
  'first-dump': 'what it held before its first flash',
} as const;

/** What is flashed, for people. */
const nameOf = (image: WantedImage): string =>
  image.by === 'file' ? path.basename(image.file) : KEPT[image.point];
