import { type ComponentType, createElement, use } from 'react';

/** A dropped connection is often back by then. */
const RETRY_MS = 400;

/** A script that could not be loaded: the connection is lost, or a deploy has replaced the script. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  /** `forget` lets the component import its script anew when it is drawn again. */
  constructor(
    cause: unknown,
    readonly forget: () => void,
  ) {
    super('A script could not be loaded.', { cause });
  }
}

type Loading<P extends object> = () => Promise<ComponentType<P>>;

async function loadTwice<P extends object>(load: Loading<P>): Promise<ComponentType<P>> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => window.setTimeout(resolve, RETRY_MS));
    return load();
  }
}

/**
 * A component whose script is loaded when it is drawn, or before by `preload`. Unlike those of `lazy`, its failure can be
 * forgotten: it throws a `ChunkError` until then.
 */
export function chunk<P extends object>(load: Loading<P>) {
  let loaded: ComponentType<P> | undefined;
  let pending: Promise<void> | undefined;
  let failure: ChunkError | undefined;
  const forget = (): void => {
    pending = undefined;
    failure = undefined;
  };
  const start = (): Promise<void> => {
    pending ??= loadTwice(load).then(
      (component) => {
        loaded = component;
      },
      (error: unknown) => {
        failure = new ChunkError(error, forget);
      },
    );
    return pending;
  };
  const preload = (): Promise<void> => {
    if (failure) forget();
    return start();
  };
  function Chunk(props: P) {
    if (failure) throw failure;
    if (!loaded) use(start());
    return loaded ? createElement(loaded, props) : null;
  }
  return Object.assign(Chunk, { preload });
}
