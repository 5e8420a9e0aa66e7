import { UnstyledButton } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from './copy-text';
import classes from './id.module.css';
import { shortened } from './id-text';

const COPIED_MS = 2_000;

interface Props {
  readonly value: string;
  /** Makes the text a link to what has the ID. */
  readonly link?: (text: ReactNode) => ReactNode;
}

/** An ID: shortened on the screen, in full in its title, on paper and in what is copied. */
export function Id({ value, link = (text) => text }: Props) {
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (copied === null) return undefined;
    const timer = window.setTimeout(() => setCopied(null), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const Icon = copied === true ? Check : Copy;
  return (
    <span className={classes['id']}>
      {link(
        <code title={value} data-full={value} className={classes['text']}>
          <span>{shortened(value)}</span>
        </code>,
      )}
      <UnstyledButton
        className={classes['copy']}
        aria-label={`Copy ${value}`}
        onClick={() => void copyText(value).then(setCopied)}
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden />
      </UnstyledButton>
      <span className={classes['said']} role="status">
        {copied === true && 'Copied'}
        {copied === false && 'The browser did not allow copying.'}
      </span>
    </span>
  );
}
