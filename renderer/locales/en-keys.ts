/** Keys of models, in Settings. */
export const enKeys = {
  title: 'Keys of models',
  of: 'Key for {{provider}}',
  at: {
    environment: 'The environment gives a key. It goes before one given here.',
    both: 'The environment gives a key. The one given here is not used while it does.',
    stored: 'A key is stored, encrypted by the system.',
    memory: 'A key is in memory until the window closes.',
    unreadable: 'A key is stored, but the system cannot open it any more: give it again, or remove it.',
    nowhere: 'There is no key.',
  },
  paste: 'Paste a key',
  give: 'Use this key',
  remove: 'Remove',
  keeps: 'The system encrypts it for you. It is never shown again, and the command line does not see it.',
  memoryOnly:
    'This system has no safe place for a key: it stays in memory only, and is gone when the window closes.',
  noneAllowed: 'The policy of this computer allows no provider that needs a key.',
};
