import { useEffect } from 'react';
import { askBoards, useBoards } from './mirror.js';

/** What is on the bench, live for as long as somebody looks; null until it came. */
export function useBench() {
  useEffect(() => {
    void askBoards('watchBoards', undefined);
    return () => void askBoards('unwatchBoards', undefined);
  }, []);
  return useBoards(({ view }) => view);
}
