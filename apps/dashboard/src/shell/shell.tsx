import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAccount } from '../session/account';
import { onSessionEnd, resumeSession } from '../session/client';
import { PasswordPrompt } from '../session/password-prompt';
import { Mark } from '../ui/mark';
import { part } from '../ui/part';
import { BottomBar } from './frame/bottom-bar';
import classes from './shell.module.css';
import { Sidebar } from './frame/sidebar';
import { TopBar } from './frame/top-bar';

const NAVIGATION = 'navigation';

/** The frame around the page of a signed-in user. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { settings } = useAccount();
  useMoreKeys(isOpen, close);
  return (
    <div className={classes['app']}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Sidebar id={NAVIGATION} isOpen={isOpen} close={close} />
      <div className={classes['page']}>
        <TopBar />
        <div className={classes['letterhead']}>
          <Mark mono className={classes['mark']} />
          Trunkline
        </div>
        <main id="main" tabIndex={-1} className={classes['main']}>
          <PasswordPrompt>
            {/* A page keeps what it has formatted: a new time zone shows it anew. */}
            <Outlet key={settings.timezone} />
          </PasswordPrompt>
          <SessionEnd />
        </main>
      </div>
      <BottomBar controls={NAVIGATION} isOpen={isOpen} toggle={toggle} close={close} />
    </div>
  );
}

/** The navigation of a phone takes the focus when it opens, and Escape closes it. */
function useMoreKeys(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    document.querySelector<HTMLElement>(`#${NAVIGATION} a`)?.focus();
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      close();
      document.querySelector<HTMLElement>(`[aria-controls=${NAVIGATION}]`)?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen, close]);
}

const SignInAgain = part(async () => (await import('../session/sign-in-again')).default);

/** Lets the user sign in again in place when the session ends, so that the page keeps what was entered. */
function SessionEnd() {
  const [ended, setEnded] = useState<'session' | 'second-factor' | null>(null);
  useEffect(() => onSessionEnd((isPartial) => setEnded((now) => now ?? (isPartial ? 'second-factor' : 'session'))), []);
  if (ended === null) return null;
  const resume = (): void => {
    setEnded(null);
    resumeSession();
  };
  return <SignInAgain isPartial={ended === 'second-factor'} resume={resume} />;
}
