import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './what-to-do.module.css';

/** What mends a fault, most likely first. */
export function WhatToDo({ title = 'What to do next', steps }: { title?: string; steps: readonly ReactNode[] }) {
  return (
    <div>
      <Title order={2} fz="md" mb="sm">
        {title}
      </Title>
      <ol className={classes['steps']}>
        {steps.map((step, index) => (
          <li key={index}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
