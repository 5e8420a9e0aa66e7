import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnd, queries } from './client';

const SignInAgain = lazy(() => import('./sign-in-again'));

/** Lets the user sign in again in place when the session ends, so that the page keeps what was entered. */
export function SessionEnd() {
  const [ended, setEnded] = useState<'session' | 'second-factor' | null>(null);
  useEffect(() => onSessionEnd((isPartial) => setEnded((now) => now ?? (isPartial ? 'second-factor' : 'session'))), []);
  if (ended === null) return null;
  const resume = (): void => {
    setEnded(null);
    void queries.invalidateQueries();
  };
  return (
    <Suspense>
      <SignInAgain isPartial={ended === 'second-factor'} resume={resume} />
    </Suspense>
  );
}
