import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from './problem';

/** Stands for what is not loaded yet. */
export function Loading({ height }: { height: number }) {
  return <Skeleton h={height} role="img" aria-label="Loading" />;
}

interface Props<T> {
  readonly query: { readonly data: T | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** Title of a failure. */
  readonly title?: string;
  /** Of the placeholder. */
  readonly height?: number;
  readonly children: (data: T) => ReactNode;
}

/** What a query loads: a placeholder before, or why it failed. A failure to load it again leaves what is shown. */
export function Loaded<T>({ query: { data, error, refetch }, title, height = 300, children }: Props<T>) {
  return (
    <>
      <Problem error={error} retry={refetch} title={title} />
      {data === undefined ? !error && <Loading height={height} /> : children(data)}
    </>
  );
}
