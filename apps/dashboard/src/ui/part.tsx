import { Button, Text } from '@mantine/core';
import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { newBuild, reloadFor } from '../session/deploys';
import { chunk, ChunkError } from './chunk';
import { Note } from './feedback/note';
import { Problem } from './feedback/problem';

/** The dashboard was updated, so that the scripts of this page are gone. Only the user knows what a reload loses. */
function Updated({ build }: { build: string }) {
  return (
    <Note state="warn" role="alert">
      <Text size="sm">The dashboard was updated. Reload the page; entries that you have not saved are lost.</Text>
      <Button autoFocus size="compact-sm" variant="default" mt="xs" onClick={() => reloadFor(build)}>
        Reload the page
      </Button>
    </Note>
  );
}

interface BoundaryState {
  readonly error: ChunkError | null;
  /** The build that has replaced that of the page. */
  readonly build: string | null;
}

/** Says in place of a part that its script could not be loaded. The rest of the page keeps what was entered. */
export class PartBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    if (error instanceof ChunkError) return { error };
    throw error;
  }
  override readonly state: BoundaryState = { error: null, build: null };
  readonly retry = async (): Promise<void> => {
    const build = await newBuild();
    if (build === null) this.state.error?.forget();
    this.setState({ error: build === null ? null : this.state.error, build });
  };
  override render(): ReactNode {
    const { error, build } = this.state;
    if (build !== null) return <Updated build={build} />;
    return error ? <Problem error={error} retry={this.retry} /> : this.props.children;
  }
}

/** A part of a page whose script is loaded with it, such as a dialog. `fallback` stands for it until then. */
export function part<P extends object>(load: () => Promise<ComponentType<P>>, fallback: ReactNode = null) {
  const Content = chunk(load);
  return function Part(props: P) {
    return (
      <PartBoundary>
        <Suspense fallback={fallback}>
          <Content {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}
