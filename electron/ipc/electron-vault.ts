import { safeStorage } from 'electron';
import type { Vault } from '../core/keys/keys.js';

/** Stores of Linux that everybody reads who reads the file; before Electron is ready it is unknown (Electron, `safeStorage`). */
const OPEN_STORES: readonly string[] = ['basic_text', 'unknown'];

/** The system's store of secrets: DPAPI, the keychain, or a keyring. */
export const electronVault: Vault = {
  isSafe: () =>
    safeStorage.isEncryptionAvailable() &&
    !(process.platform === 'linux' && OPEN_STORES.includes(safeStorage.getSelectedStorageBackend())),
  seal: (text) => safeStorage.encryptString(text),
  open: (sealed) => safeStorage.decryptString(sealed),
};
