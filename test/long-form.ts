/** `npm run test:long`: each of many that are alike, and what takes minutes to show again what shorter tests show. */
export const isLongForm = process.env.BENCHLOOP_LONG_TESTS !== undefined;
