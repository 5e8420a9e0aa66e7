import { Box, Skeleton } from '@mantine/core';
import { isTrunklineError } from '@trunkline/client';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';
import { Problem } from './problem';
import { problemText } from './problem-texts';

/** Of a line of the placeholder, with the space below it. */
const LINE = 40;
/** Of lines that follow each other, so that they look like text. */
const WIDTHS = ['94%', '78%', '86%', '70%'] as const;

/** Stands for what is not loaded yet: lines in the height of what comes. */
export function Loading({ height }: { height: number }) {
  return (
    <Box h={height} role="img" aria-label="Loading">
      {Array.from({ length: Math.max(1, Math.floor(height / LINE)) }, (_line, index) => (
        <Skeleton key={index} h={14} mb={LINE - 14} w={WIDTHS[index % WIDTHS.length]} />
      ))}
    </Box>
  );
}

interface Props<T> {
  readonly query: { readonly data: T | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** Title of a failure. */
  readonly title?: string;
  /** Of the placeholder. */
  readonly height?: number;
  /** In place of lines. Its height should be that of what comes. */
  readonly placeholder?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/**
 * What a query loads: a placeholder before, or why it failed. A failure to load it again leaves what is shown. What does not
 * exist cannot be loaded by trying again.
 */
export function Loaded<T>({ query: { data, error, refetch }, title, height = 300, placeholder, children }: Props<T>) {
  if (data === undefined && isTrunklineError(error, 'not_found')) return <EmptyState text={problemText(error)} />;
  return (
    <>
      <Problem error={error} retry={refetch} title={title} />
      {data === undefined ? !error && (placeholder ?? <Loading height={height} />) : children(data)}
    </>
  );
}
