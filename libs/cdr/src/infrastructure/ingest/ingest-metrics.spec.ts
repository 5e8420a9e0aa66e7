import { Metrics } from '@trunkline/platform';
import { PrometheusIngestMeter } from './ingest-metrics';

const SKEW = /^trunkline_switch_clock_skew_seconds\{.*$/gm;

describe('PrometheusIngestMeter', () => {
  it('exports the last skew of each switch, with one label for all beyond 100', async () => {
    const metrics = new Metrics('test');
    const meter = new PrometheusIngestMeter(metrics);
    meter.recordSkew('sw1', 4);
    meter.recordSkew('sw1', -3);
    for (let n = 2; n <= 300; n++) meter.recordSkew(`sw${n}`, n);
    const lines = (await metrics.text()).match(SKEW) ?? [];
    expect(lines).toHaveLength(101);
    expect(lines.find((line) => line.includes('"sw1"'))).toMatch(/ -3$/);
    expect(lines.find((line) => line.includes('"others"'))).toMatch(/ 300$/);
  });

  it('counts outcomes, reasons and estimated legs', async () => {
    const metrics = new Metrics('test');
    const meter = new PrometheusIngestMeter(metrics);
    meter.countOutcome('recorded');
    meter.countQuarantined('too_long');
    meter.countEstimatedLeg();
    const text = await metrics.text();
    expect(text).toMatch(/^trunkline_cdr_rows_total\{.*outcome="recorded".*\} 1$/m);
    expect(text).toMatch(/^trunkline_cdr_quarantined_total\{.*reason="too_long".*\} 1$/m);
    expect(text).toMatch(/^trunkline_cdr_estimated_legs_total\{.*\} 1$/m);
  });
});
