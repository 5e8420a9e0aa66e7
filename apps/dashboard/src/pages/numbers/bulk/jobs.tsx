import type { NumberJob } from '@trunkline/client';
import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { format } from '../../../format';
import { useAccount, useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { useMemberNames } from '../../../session/members';
import { DocsLink } from '../../../ui/docs-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Page } from '../../../ui/layout/page';
import { ButtonLink, TextLink } from '../../../ui/links';
import type { Column } from '../../../ui/tables/data-table';
import { List } from '../../../ui/tables/list';
import { When } from '../../../ui/when';
import { Actor } from '../../activity/actor';
import classes from './bulk.module.css';
import { isOpen, JobState, RELOAD_MS } from './job-state';
import { Progress } from './progress';
import { useChangeText } from './use-names';

/** The changes of many numbers of the last 30 days, newest first. */
export function NumberJobs() {
  const mayChange = useMay()('numbers:write');
  const textOf = useChangeText();
  const userId = useAccount().user?.id;
  const { data: names } = useMemberNames();
  const columns = useMemo(() => columnsWith(textOf, { userId, names }), [textOf, userId, names]);
  return (
    <Page title="Bulk changes" actions={mayChange && <ButtonLink to="/numbers/import">Import a file</ButtonLink>}>
      <List
        label="Bulk changes"
        queryKey={['number-jobs']}
        load={(query, options) => trunkline.numbers.jobs.list(query, options)}
        reload={{ everyMs: RELOAD_MS, while: isOpen }}
        columns={columns}
        empty={
          <EmptyState
            icon={ListChecks}
            text="Changes of many numbers are listed here for 30 days. Tick numbers in their list to begin one."
          >
            <ButtonLink to="/numbers">My numbers</ButtonLink>
            <DocsLink page="numbers">About numbers</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}

interface People {
  readonly userId: string | undefined;
  readonly names: ReadonlyMap<string, string> | undefined;
}

const columnsWith = (
  textOf: ReturnType<typeof useChangeText>,
  { userId, names }: People,
): readonly Column<NumberJob>[] => [
  {
    title: 'Change',
    cell: ({ id, change }) => (
      <TextLink to="/numbers/jobs/$id" params={{ id }} className="opens">
        <span className={classes['change']}>{textOf(change)}</span>
      </TextLink>
    ),
  },
  { title: 'Status', is: 'state', cell: (job) => <JobState job={job} /> },
  { title: 'Progress', long: true, cell: (job) => <Progress job={job} label="Progress" compact /> },
  { title: 'Numbers', is: 'count', cell: ({ total }) => format.count(total) },
  { title: 'Failed', is: 'count', cell: ({ failed }) => (failed === 0 ? '–' : format.count(failed)) },
  {
    title: 'By',
    optional: true,
    // The API names no key or application here.
    cell: ({ created_by: { kind, id } }) => (
      <Actor actor={{ kind, id, name: names?.get(id ?? '') ?? null }} userId={userId} />
    ),
  },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
];
