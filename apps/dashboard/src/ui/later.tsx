import type { ComponentType } from 'react';
import { useQuiet } from '../session/use-quiet';
import { Loading } from './feedback/loaded';
import { part } from './part';

/** A part below what the page shows first, whose script is loaded once the page is quiet. Lines in its height, if it has one, stand for it until then. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, height?: number) {
  const lines = height !== undefined && <Loading height={height} />;
  const Content = part(load, lines);
  return function Later(props: P) {
    return useQuiet() ? <Content {...props} /> : lines;
  };
}
