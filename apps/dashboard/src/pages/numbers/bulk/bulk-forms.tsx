import { NativeSelect, Text } from '@mantine/core';
import { useMay } from '../../../session/account';
import { Problem } from '../../../ui/feedback/problem';
import * as fields from '../../../ui/forms/fields';
import { TextLink } from '../../../ui/links';
import { bundleOption } from '../../documents/bundles/bundle-status';
import { isUsable } from '../../documents/bundles/fitting';
import { UnreachableRoute } from '../../trunks/unreachable-trunk';
import { NoRoutes } from '../no-routes';
import { routeTo, useRoutes } from '../routes';
import { LABEL_MAX, tags } from '../tags-field';
import { type BulkForm, JobForm } from './job-form';
import { countText } from './job-state';
import { useAllBundles } from './use-names';

const ROUTE = {
  target: {
    ...fields.text('', { fault: fields.given('Choose where calls go.') }),
    draw: (input: fields.Input) => <RouteSelect {...input} />,
  },
};

function RouteSelect(input: fields.Input) {
  const { options } = useRoutes();
  const { value = '' } = input;
  return (
    <>
      <NativeSelect label="Incoming calls go to" data={[{ value: '', label: 'Choose' }, ...options]} {...input} />
      <NoRoutes />
      {value !== '' && <UnreachableRoute target={value} />}
    </>
  );
}

export function RouteForm(form: BulkForm) {
  return (
    <JobForm
      {...form}
      fields={ROUTE}
      changeOf={({ target }) => ({ routing: routeTo(target) })}
      label={`Route ${countText(form.count)}`}
    />
  );
}

const isSharing = (added: unknown, removed: unknown): boolean => {
  const others = tags('').write(String(removed));
  return tags('')
    .write(String(added))
    .some((tag) => others.includes(tag));
};

const TAGS = {
  add_tags: tags('Tags to add', {
    placeholder: 'sales, cost 4100',
    description: 'Separated by commas. Tags that a number has already stay.',
    fault: (value, { remove_tags }) => {
      if (`${value}${String(remove_tags)}`.trim() === '') return 'Enter a tag to add or to remove.';
      return isSharing(value, remove_tags) ? 'A tag cannot be added and removed at once.' : null;
    },
  }),
  remove_tags: tags('Tags to remove'),
};

export function TagsForm(form: BulkForm) {
  return (
    <JobForm
      {...form}
      fields={TAGS}
      changeOf={({ add_tags, remove_tags }) => ({
        ...(add_tags.length > 0 && { add_tags }),
        ...(remove_tags.length > 0 && { remove_tags }),
      })}
      label={`Tag ${countText(form.count)}`}
    />
  );
}

const BUNDLE = {
  compliance_bundle_id: {
    ...fields.optionalText('', { fault: fields.given('Choose a bundle.') }),
    draw: (input: fields.Input) => <BundleSelect {...input} />,
  },
};

/** Stands for no bundle. */
const DETACHED = 'none';

function BundleSelect(input: fields.Input) {
  const { bundles, error, isPending } = useAllBundles();
  const mayCreate = useMay()('compliance:write');
  const usable = bundles.filter(isUsable);
  return (
    <>
      <NativeSelect
        label="Bundle"
        description="It has to be for the country and type of a number. Numbers of others are listed as failed."
        data={[
          { value: '', label: 'Choose' },
          ...usable.map(bundleOption),
          { value: DETACHED, label: 'None: detach the bundle' },
        ]}
        {...input}
      />
      {!isPending && !error && usable.length === 0 && (
        <Text size="sm">
          No bundle is submitted or approved.{' '}
          {mayCreate && <TextLink to="/documents/bundles/new">Create a bundle</TextLink>}
        </Text>
      )}
      <Problem title="The bundles could not be loaded" error={error} />
    </>
  );
}

export function BundleForm(form: BulkForm) {
  return (
    <JobForm
      {...form}
      fields={BUNDLE}
      changeOf={({ compliance_bundle_id: id }) => ({ compliance_bundle_id: id === DETACHED ? null : id })}
      label={`Change ${countText(form.count)}`}
    />
  );
}

const LABEL = {
  label: fields.optionalText('Label', {
    fault: fields.atMost(LABEL_MAX),
    description: 'All of them get this label. Leave it empty to clear their labels.',
  }),
};

export function LabelForm(form: BulkForm) {
  return <JobForm {...form} fields={LABEL} changeOf={(body) => body} label={`Label ${countText(form.count)}`} />;
}

export function LockForm({ isLocked, ...form }: BulkForm & { isLocked: boolean }) {
  return (
    <JobForm
      {...form}
      fields={{}}
      changeOf={() => ({ deletion_lock: isLocked })}
      above={
        <Text size="sm">
          {isLocked
            ? 'These numbers cannot be released until the protection is removed.'
            : 'These numbers can be released then.'}
        </Text>
      }
      label={isLocked ? `Protect ${countText(form.count)}` : `Remove the protection of ${countText(form.count)}`}
    />
  );
}

const RELEASES = {
  end_of_cycle: 'At the end of the paid month, and not charged again',
  immediate: 'Now: calls fail at once, and the rest of the month is not refunded',
};

export function ReleaseForm(form: BulkForm) {
  const typed = String(form.count);
  const release = {
    when: fields.choice('When', RELEASES),
    confirmed: fields.text(`Type ${typed} to confirm`, {
      inputMode: 'numeric',
      autoComplete: 'off',
      fault: (value) => (value.replace(/\D/g, '') === typed ? null : `Type ${typed}, the count of the numbers.`),
    }),
  };
  return (
    <JobForm
      {...form}
      fields={release}
      changeOf={({ when }) => ({ release: { when } })}
      color="red"
      above={
        <Text size="sm">
          Released numbers may be sold to other customers. Protected numbers are not released, and are listed as failed.
        </Text>
      }
      label={`Release ${countText(form.count)}`}
    />
  );
}
