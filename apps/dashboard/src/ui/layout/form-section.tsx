import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-section.module.css';

interface Props {
  readonly title: string;
  /** One sentence: what the fields decide. */
  readonly text: ReactNode;
  /** Whether the content is a table rather than fields. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A part of a page of settings: what it is at the left, its fields at the right. */
export function FormSection({ title, text, wide = false, children }: Props) {
  return (
    <section className={classes['section']}>
      <div>
        <Title order={2}>{title}</Title>
        <p className={classes['text']}>{text}</p>
      </div>
      <div className={classes['content']} data-wide={wide || undefined}>
        {children}
      </div>
    </section>
  );
}
