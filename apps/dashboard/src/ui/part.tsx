import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { reloadAfterDeploy } from '../session/deploys';
import { chunk, ChunkError } from './chunk';
import { Problem } from './problem';

interface BoundaryState {
  readonly error: ChunkError | null;
}

/** Says in place of a part that its script could not be loaded. The rest of the page keeps what was entered. */
export class PartBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  static getDerivedStateFromError(error: unknown): BoundaryState {
    if (error instanceof ChunkError) return { error };
    throw error;
  }
  override readonly state: BoundaryState = { error: null };
  readonly retry = async (): Promise<void> => {
    if (await reloadAfterDeploy()) return;
    this.state.error?.forget();
    this.setState({ error: null });
  };
  override render(): ReactNode {
    const { error } = this.state;
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
