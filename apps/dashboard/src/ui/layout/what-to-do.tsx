import type { ReactNode } from 'react';
import { Panel } from './panel';
import classes from './what-to-do.module.css';

/** What mends a fault, most likely first. */
export function WhatToDo({ title = 'What to do next', steps }: { title?: string; steps: readonly ReactNode[] }) {
  return (
    <Panel title={title}>
      <ol className={classes['steps']}>
        {steps.map((step, index) => (
          <li key={index}>{step}</li>
        ))}
      </ol>
    </Panel>
  );
}
