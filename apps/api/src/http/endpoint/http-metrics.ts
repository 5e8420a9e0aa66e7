import { Metrics } from '@trunkline/platform';
import { Injectable } from '@nestjs/common';

interface Observation {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

@Injectable()
export class HttpMetrics {
  private readonly duration;

  constructor(metrics: Metrics) {
    this.duration = metrics.histogram(
      {
        name: 'http_request_duration_seconds',
        help: 'Time from receiving a request to the last byte of its response, by route.',
        labels: ['method', 'route', 'status'],
      },
      BUCKETS_S,
    );
  }

  observe({ method, route, status, seconds }: Observation): void {
    this.duration.observe({ method, route, status: String(status) }, seconds);
  }
}
