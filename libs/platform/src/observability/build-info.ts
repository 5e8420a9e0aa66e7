import type { Metrics } from './metrics';
import { VERSION } from './version';

/** Reports which build runs. `commit` is the setting GIT_COMMIT. */
export function reportBuild(metrics: Metrics, commit = ''): void {
  const build = { version: VERSION, node: process.versions.node, commit };
  metrics.gauge(
    {
      name: 'trunkline_build_info',
      help: 'Always 1. The labels identify the build.',
      labels: ['version', 'node', 'commit'],
    },
    (set) => Promise.resolve(set(1, build)),
  );
}
