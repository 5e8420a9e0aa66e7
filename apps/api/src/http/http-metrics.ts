import { Histogram } from 'prom-client';

interface Observation {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the first byte read to the last byte written, by route.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

export function observeRequest({ method, route, status, seconds }: Observation): void {
  duration.observe({ method, route, status: String(status) }, seconds);
}
