import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { NumberChange, NumberJob } from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { useChange } from '../../../ui/forms/use-change';
import { JobRefused, ONE_BY_ONE_MAX } from './job-form';
import { countText } from './job-state';

const PAGE = 100;

/**
 * Offers to repeat an ended change for the numbers that failed. Not for a release, which the user confirms each time, nor for
 * more numbers than the API takes one by one.
 */
export function RetryFailed({ job }: { job: NumberJob }) {
  const { change, failed } = job;
  if (change === null || change.release || failed === 0 || failed > ONE_BY_ONE_MAX) return null;
  return <Retry job={job} change={change} />;
}

/** Makes the same change of the numbers that could not be changed, once what kept them from it is put right. */
function Retry({ job: { id, failed }, change }: { job: NumberJob; change: NumberChange }) {
  const navigate = useNavigate();
  const retry = useChange(
    async (_: undefined, idempotencyKey) => {
      const e164s = await failedOf(id);
      return trunkline.numbers.jobs.create({ select: { e164s }, change }, { idempotencyKey });
    },
    async (created: NumberJob) => {
      void refresh('number-jobs');
      await navigate({ to: '/numbers/jobs/$id', params: { id: created.id } });
    },
  );
  return (
    <>
      <JobRefused error={retry.error} count={failed} />
      <Button loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
        Try {countText(failed)} again
      </Button>
    </>
  );
}

async function failedOf(jobId: string): Promise<readonly string[]> {
  const e164s: string[] = [];
  for await (const { e164 } of trunkline.numbers.items.list(jobId, { ok: false, limit: PAGE })) e164s.push(e164);
  return e164s;
}
