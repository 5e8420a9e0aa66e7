import { Button, Grid, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { NumberType } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import type { ValuesOf } from '../../../ui/forms/field-values';
import { useSending } from '../../../ui/forms/submit-form';
import { Panel } from '../../../ui/layout/panel';
import { Problem } from '../../../ui/feedback/problem';
import { Restricted } from '../../../ui/feedback/restricted';
import { FilterFaults } from '../../../ui/tables/filter-faults';
import { isId, NO_CHOICE } from '../../../ui/tables/filter-texts';
import { type Filters, useFilters } from '../../../ui/tables/use-filters';
import { DocumentsPage } from '../documents-page';
import { useEndUser } from '../end-users/end-user-choice';
import { countryFault, numbersOf } from '../labels';
import { RequirementList } from '../requirements/requirement-list';
import { useRequirements } from '../requirements/use-requirements';
import { BUNDLE, typeIn } from './bundle-fields';

/** What the address fills in. */
const FILTERS = {
  country: { write: String, fault: countryFault },
  type: { label: 'Number type', write: typeIn, fault: (text) => (typeIn(text) === null ? NO_CHOICE : null) },
  end_user_id: {
    label: 'End user',
    write: String,
    fault: (text) => (isId(text, 'eu') ? null : 'is not the ID of an end user'),
  },
} satisfies Filters;

export function NewBundle() {
  const mayChange = useMay()('compliance:write');
  return (
    <DocumentsPage title="Create a bundle">{mayChange ? <Form /> : <Restricted what="create bundles" />}</DocumentsPage>
  );
}

const suggestedName = (country: string, numberType: NumberType | null): string =>
  country && numbersOf(country, numberType);

function Form() {
  const { query, faults, set } = useFilters(FILTERS);
  const { country = '', type = null, end_user_id = '' } = query;
  const navigate = useNavigate();
  const form = useSending({
    fields: BUNDLE,
    start: { country, number_type: type, end_user_id, name: suggestedName(country, type) },
    send: (body) => trunkline.compliance.bundles.create(body),
    onSent: async ({ id }) => {
      await refresh('bundles');
      await navigate({ to: '/documents/bundles/$id', params: { id } });
    },
    // The suggestion follows the numbers until the user writes another name.
    onChange: (values, before, set) => {
      const next = suggestedName(values.country, values.number_type || null);
      const last = suggestedName(before.country, before.number_type || null);
      if (next !== last && values.name === last) set('name', next);
    },
  });
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="sm">
            <FilterFaults faults={faults} set={set} noun="value" />
            {form.field()}
            <Problem error={form.error} />
            <Button type="submit" loading={form.isPending}>
              Create the draft
            </Button>
            <Text size="xs" c="dimmed">
              Nothing is submitted yet: documents are attached next.
            </Text>
          </Stack>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Needed values={form.values} />
      </Grid.Col>
    </Grid>
  );
}

/** What the numbers require of the chosen end user. */
function Needed({ values: { country, number_type, end_user_id } }: { values: ValuesOf<typeof BUNDLE> }) {
  const { data: endUser } = useEndUser(end_user_id || undefined);
  const { data, error } = useRequirements({
    country: country || undefined,
    numberType: number_type || undefined,
    kind: endUser?.kind,
  });
  if (!country) return null;
  return (
    <Panel title="What is required" tinted>
      <Problem error={error} />
      {data && <RequirementList requirements={data} level={3} />}
      {!number_type && (
        <Text size="sm">
          A bundle for all types meets the requirements of each type that the end user can have. The draft lists them.
        </Text>
      )}
    </Panel>
  );
}
