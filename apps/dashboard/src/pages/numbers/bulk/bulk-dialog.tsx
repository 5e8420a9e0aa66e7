import { Button, Group, Stack, Text } from '@mantine/core';
import type { SelectNumbers } from '@trunkline/client';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Note } from '../../../ui/feedback/note';
import type { Chosen, SelectedRows } from '../../../ui/tables/selection/selected-rows';
import { BundleForm, LabelForm, LockForm, ReleaseForm, RouteForm, TagsForm } from './bulk-forms';
import { type BulkForm, ONE_BY_ONE_MAX } from './job-form';
import { countText } from './job-state';

export type BulkKind = 'route' | 'tags' | 'bundle' | 'label' | 'lock' | 'unlock' | 'release';

interface Props {
  readonly kind: BulkKind;
  readonly chosen: Chosen;
  readonly selected: SelectedRows;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly matching: number | null;
  readonly onClose: () => void;
}

/** What the job selects, or null if there are too many to name them. */
function selectionOf({ chosen, selected, filter, matching }: Props): SelectNumbers | null {
  const { count, isAll } = chosen;
  if (isAll || (count > ONE_BY_ONE_MAX && count === matching)) return { filter, expected_count: count };
  return count > ONE_BY_ONE_MAX ? null : { e164s: selected.keys };
}

const TITLES: Readonly<Record<BulkKind, (numbers: string) => string>> = {
  route: (numbers) => `Route ${numbers}`,
  tags: (numbers) => `Tag ${numbers}`,
  bundle: (numbers) => `Attach a bundle to ${numbers}`,
  label: (numbers) => `Label ${numbers}`,
  lock: (numbers) => `Protect ${numbers} against release`,
  unlock: (numbers) => `Remove the protection of ${numbers}`,
  release: (numbers) => `Release ${numbers}`,
};

/** Asks what to change of the chosen numbers, and begins the job. */
export function BulkDialog(props: Props) {
  const { kind, chosen, onClose } = props;
  const select = selectionOf(props);
  const numbers = countText(chosen.count);
  return (
    <Dialog opened onClose={onClose} title={TITLES[kind](numbers)}>
      {select === null ? (
        <TooMany onClose={onClose} />
      ) : (
        <ChangeForm kind={kind} count={chosen.count} select={select} onCreated={() => props.selected.clear()} />
      )}
    </Dialog>
  );
}

function TooMany({ onClose }: { onClose: () => void }) {
  return (
    <Stack>
      <Note state="warn" title="Too many numbers are ticked one by one">
        <Text size="sm">
          At most 1,000 can be. To change more, narrow the list by filters, then press “Select all that match”.
        </Text>
      </Note>
      <Group justify="end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

interface FormProps extends BulkForm {
  readonly kind: BulkKind;
}

function ChangeForm({ kind, ...form }: FormProps) {
  if (kind === 'route') return <RouteForm {...form} />;
  if (kind === 'tags') return <TagsForm {...form} />;
  if (kind === 'bundle') return <BundleForm {...form} />;
  if (kind === 'label') return <LabelForm {...form} />;
  if (kind === 'release') return <ReleaseForm {...form} />;
  return <LockForm {...form} isLocked={kind === 'lock'} />;
}
