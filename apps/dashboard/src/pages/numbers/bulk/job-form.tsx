import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { isTrunklineError, type NumberChange, type SelectNumbers } from '@trunkline/client';
import type { ReactNode } from 'react';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { Note } from '../../../ui/feedback/note';
import { Problem } from '../../../ui/feedback/problem';
import type { BodyOf, Fields } from '../../../ui/forms/field-values';
import { SubmitForm } from '../../../ui/forms/submit-form';
import { useChange } from '../../../ui/forms/use-change';
import { TextLink } from '../../../ui/links';
import { countText } from './job-state';

/** The most numbers that the API takes one by one. Any more have to be all that match the filters. */
export const ONE_BY_ONE_MAX = 1_000;

/** What every form of a bulk change needs. */
export interface BulkForm {
  readonly count: number;
  readonly select: SelectNumbers;
  readonly onCreated: () => void;
}

interface JobFormProps<F extends Fields> extends BulkForm {
  readonly fields: F;
  readonly changeOf: (body: BodyOf<F>) => NumberChange;
  readonly label: string;
  readonly color?: string;
  readonly above?: ReactNode;
  readonly below?: ReactNode;
}

/** A form that begins a job, then shows it. */
export function JobForm<F extends Fields>({ select, changeOf, count, onCreated, ...form }: JobFormProps<F>) {
  const navigate = useNavigate();
  const create = useChange((change: NumberChange, idempotencyKey) =>
    trunkline.numbers.jobs.create({ select, change }, { idempotencyKey }),
  );
  return (
    <SubmitForm
      {...form}
      send={(body) => create.mutateAsync(changeOf(body))}
      onSent={async ({ id }) => {
        onCreated();
        void refresh('number-jobs');
        await navigate({ to: '/numbers/jobs/$id', params: { id } });
      }}
      explain={(error) => <JobRefused error={error} count={count} />}
    />
  );
}

/** Why a job was not begun. */
export function JobRefused({ error, count }: { error: Error | null; count: number }) {
  if (isTrunklineError(error, 'conflict'))
    return (
      <Note state="bad" role="alert" title="The list has changed">
        <Text size="sm">
          The filters no longer match {countText(count)}. Nothing was changed. Close this, look at the list, and select
          all that match again.
        </Text>
      </Note>
    );
  return (
    <>
      <Problem error={error} />
      {isTrunklineError(error, 'job_limit_reached') && <TextLink to="/numbers/jobs">Show the bulk changes</TextLink>}
    </>
  );
}
