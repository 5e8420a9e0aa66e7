import type { AlarmQueries } from '@trunkline/cdr';
import { inUtc } from '@trunkline/kernel';
import { type Check, fromDatabase, ok, type Result, warning } from './check';

const ALARMS_MAX = 20;

/** The operator's alarms about carriers: that none is raised. */
export class AlarmsCheck implements Check {
  readonly name = 'alarms';
  readonly failure = 'The alarms about carriers could not be checked';
  readonly remedy = 'Correct the database. See docs/alarms.md#alarms-about-carriers.';

  constructor(private readonly alarms: Pick<AlarmQueries, 'raisedOfCarriers'>) {}

  run(): Promise<readonly Result[]> {
    return fromDatabase('The alarms about carriers', async () => {
      const raised = await this.alarms.raisedOfCarriers(ALARMS_MAX);
      if (raised.length === 0) return [ok('No alarm about a carrier is raised.')];
      return raised.map(({ id, carrierId, name, metric, since }) =>
        warning(
          `The alarm ${JSON.stringify(name)} about ${metric} of ${carrierId} has been raised since ${inUtc(since)}.`,
          `Look at the carrier: GET /operator/carriers/${carrierId}/status. The alarm is /operator/alarms/${id}.`,
        ),
      );
    });
  }
}
