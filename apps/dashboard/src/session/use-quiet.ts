import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Longer than between the requests of a page that follow each other. */
const QUIET_MS = 500;

/** Returns whether the page has loaded what it shows first. What can wait for that is loaded afterwards. */
export function useQuiet(): boolean {
  const isFetching = useIsFetching() > 0;
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (isFetching || isQuiet) return undefined;
    const timer = window.setTimeout(() => setQuiet(true), QUIET_MS);
    return () => window.clearTimeout(timer);
  }, [isFetching, isQuiet]);
  return isQuiet;
}
