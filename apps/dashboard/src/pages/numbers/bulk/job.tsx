import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { NumberJob, NumberJobItem } from '@trunkline/client';
import { type ReactNode, useEffect, useRef } from 'react';
import { format, words } from '../../../format';
import { Phone } from '../../../format/phone';
import { useAccount, useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { ConfirmButton } from '../../../ui/dialogs/confirm-button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Loaded } from '../../../ui/feedback/loaded';
import { codeText } from '../../../ui/feedback/problem-texts';
import { StatusMark } from '../../../ui/feedback/status-mark';
import { Id } from '../../../ui/id';
import { Facts } from '../../../ui/layout/facts';
import { Page } from '../../../ui/layout/page';
import { Panel } from '../../../ui/layout/panel';
import { Tiles } from '../../../ui/layout/tiles';
import { ButtonLink, TextLink } from '../../../ui/links';
import type { Column } from '../../../ui/tables/data-table';
import { List } from '../../../ui/tables/list';
import { StateTabs } from '../../../ui/tables/state-tabs';
import { type Filter, useFilters } from '../../../ui/tables/use-filters';
import { When } from '../../../ui/when';
import classes from './bulk.module.css';
import { countText, isOpen, JobState, RELOAD_MS } from './job-state';
import { Progress } from './progress';
import { RetryFailed } from './retry-failed';
import { useChangeText } from './use-names';

const route = getRouteApi('/signed-in/numbers/jobs/$id');

/** A change of many numbers: how far it is, and which of them could not be changed. */
export function NumberJobPage() {
  const { id } = route.useParams();
  const mayChange = useMay()('numbers:write');
  const textOf = useChangeText();
  const query = useQuery({
    queryKey: ['number-jobs', id],
    queryFn: ({ signal }) => trunkline.numbers.jobs.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? RELOAD_MS : false),
  });
  const { data: job } = query;
  useFreshNumbers(job);
  return (
    <Page
      title={job ? textOf(job.change) : 'Bulk change'}
      state={job && <JobState job={job} />}
      meta={job && <Meta job={job} />}
      actions={
        <>
          {job && mayChange && (isOpen(job) ? <Cancel job={job} /> : <RetryFailed key={job.id} job={job} />)}
          <ButtonLink to="/numbers/jobs" variant="default">
            All bulk changes
          </ButtonLink>
        </>
      }
    >
      <Loaded query={query} title="The bulk change could not be loaded">
        {(loaded) => <Details job={loaded} />}
      </Loaded>
    </Page>
  );
}

/** Once the job has ended, loads the numbers again, and the outcomes if they were loaded while it ran. */
function useFreshNumbers(job: NumberJob | undefined): void {
  const status = job?.status;
  const isEnded = job !== undefined && !isOpen(job);
  const before = useRef(status);
  useEffect(() => {
    const wasOpen = before.current === 'pending' || before.current === 'running';
    before.current = status;
    if (isEnded) void refresh('numbers', ...(wasOpen ? ['number-jobs'] : []));
  }, [status, isEnded]);
}

function Meta({ job: { total, created_at, created_by } }: { job: NumberJob }) {
  const { user } = useAccount();
  return (
    <>
      <span>{countText(total)}</span>
      <span>
        Created <When at={created_at} />
        {created_by.id !== null && created_by.id === user?.id
          ? ' by you'
          : ` by ${words(created_by.kind).toLowerCase()}`}
      </span>
    </>
  );
}

function Cancel({ job: { id, total, done, failed } }: { job: NumberJob }) {
  return (
    <ConfirmButton
      label="Cancel the change"
      title="Cancel the bulk change"
      text={`The ${countText(total - done - failed)} that are left stay as they are. Those that were changed stay changed.`}
      action={() => trunkline.numbers.jobs.cancel(id)}
      reloads={['number-jobs', 'numbers']}
    />
  );
}

function Details({ job }: { job: NumberJob }) {
  const { total, done, failed, completed_at, created_at, id } = job;
  const left = total - done - failed;
  return (
    <Stack gap={40}>
      <div>
        <Progress job={job} label="Progress of the bulk change" />
        <p className={classes['said']} role="status">
          {isOpen(job)
            ? `${format.count(done + failed)} of ${countText(total)} processed. You can leave this page.`
            : endText(job)}
        </p>
      </div>
      <Tiles
        tiles={[
          ['Selected', format.count(total), null],
          ['Changed', format.count(done), null],
          ['Failed', format.count(failed), null],
          [isOpen(job) ? 'Waiting' : 'Not processed', format.count(left), null],
        ]}
      />
      <Items job={job} />
      <Panel title="Details">
        <Facts
          items={[
            ['Created', <When exact key="created" at={created_at} />],
            ...(completed_at === null ? [] : [['Ended', <When exact key="ended" at={completed_at} />] as const]),
            ['ID', <Id key="id" value={id} />],
          ]}
        />
      </Panel>
    </Stack>
  );
}

function endText({ status, total, done, failed }: NumberJob): string {
  const left = total - done - failed;
  if (status === 'cancelled') return `Cancelled. ${countText(left)} stayed as they were.`;
  if (failed === 0) return `All done: ${countText(done)} changed.`;
  return `${countText(done)} changed, ${format.count(failed)} could not be changed.`;
}

/** Which numbers of the job are shown. Without a choice those that failed, which have to be acted on. */
const show: Filter<'changed' | 'all'> = {
  label: 'Shown',
  write: (text) => (text === 'changed' ? 'changed' : 'all'),
  fault: (text) => (text === 'changed' || text === 'all' ? null : 'is neither “changed” nor “all”'),
};

const TABS = [
  { text: 'Failed', search: { show: undefined } },
  { text: 'Changed', search: { show: 'changed' } },
  { text: 'All', search: { show: 'all' } },
];

function Items({ job }: { job: NumberJob }) {
  const { search } = useFilters({ show });
  const { id } = job;
  return (
    <section aria-label="Numbers of the bulk change">
      <Stack gap="md">
        <StateTabs label="Outcomes" tabs={TABS} search={search} />
        <List
          label="Numbers of the bulk change"
          namesZone={false}
          queryKey={['number-jobs', id, 'items']}
          filters={{ show }}
          load={({ show: shown, ...query }, options) =>
            trunkline.numbers.items.list(
              id,
              { ...query, ...(shown === 'all' ? {} : { ok: shown === 'changed' }) },
              options,
            )
          }
          {...(isOpen(job) && { pollMs: 2 * RELOAD_MS })}
          columns={search['show'] === undefined ? FAILED : ITEMS}
          rowKey={({ e164 }) => e164}
          empty={<EmptyState text={emptyText(job, search['show'])} />}
        />
      </Stack>
    </section>
  );
}

function emptyText(job: NumberJob, shown: string | undefined): ReactNode & string {
  if (shown === 'changed') return isOpen(job) ? 'No number is changed yet.' : 'No number was changed.';
  return isOpen(job) ? 'No number has failed so far.' : 'No number failed.';
}

const NUMBER: Column<NumberJobItem> = {
  title: 'Number',
  cell: ({ e164 }) => (
    <TextLink to="/numbers/$e164" params={{ e164 }} className="opens">
      <Phone value={e164} />
    </TextLink>
  ),
};

const WHY: Column<NumberJobItem> = {
  title: 'Why',
  long: true,
  cell: ({ error_code, error_message }) =>
    error_code === null ? '–' : codeText(error_code, error_message ?? words(error_code)),
};

const FAILED = [NUMBER, WHY];

const OUTCOMES = {
  true: { state: 'ok', text: 'Changed' },
  false: { state: 'bad', text: 'Failed' },
  null: { state: 'wait', text: 'Not processed' },
} as const;

const ITEMS: readonly Column<NumberJobItem>[] = [
  NUMBER,
  { title: 'Outcome', is: 'state', cell: ({ ok }) => <StatusMark {...OUTCOMES[`${ok}`]} /> },
  WHY,
];
