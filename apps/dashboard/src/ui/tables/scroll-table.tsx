import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table that scrolls sideways where it is wider than the page, also by keyboard. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box role="region" aria-label={`${label}, scrollable`} tabIndex={0} style={{ overflowX: 'auto' }}>
      {children}
    </Box>
  );
}
