import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { DocType, RequiredDocument, RequiredField, Requirements } from '@trunkline/client';
import { Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { format } from '../../../format';
import { addressText, DOC_TYPES, fieldName, KINDS, PURPOSES } from '../labels';

const HOURS_PER_DAY = 24;

interface Props {
  readonly requirements: Requirements;
  /** Level of the headings. */
  readonly level: 2 | 3;
}

/** The requirements of a country and number type as a checklist. */
export function RequirementList({ requirements, level }: Props) {
  const { country, end_user_kinds, required_fields, documents, restrictions } = requirements;
  const address = addressText(requirements.address, country);
  return (
    <Stack>
      <Text size="sm">{summaryOf(requirements)}</Text>
      {(requirements.requires_activation || hasDemands(requirements)) && (
        <Section level={level} title="End user">
          <Item>A {end_user_kinds.join(' or a ')}</Item>
          {address !== null && <Item>{address}</Item>}
          {required_fields.map((field) => (
            <Item key={`${field.field} ${field.end_user_kinds.join()}`} detail={field.reason}>
              {fieldName(field.field)}
              <OnlyFor item={field} kinds={end_user_kinds} />
            </Item>
          ))}
        </Section>
      )}
      {documents.length > 0 && (
        <Section level={level} title="Documents">
          {documents.map((document, index) => (
            <Item key={index} detail={detailOf(document)}>
              {PURPOSES[document.purpose]}
              {document.quantity > 1 && ` (${format.count(document.quantity)} documents)`}
              <OnlyFor item={document} kinds={end_user_kinds} />
            </Item>
          ))}
        </Section>
      )}
      {restrictions.length > 0 && (
        <Section level={level} title="Conditions">
          {restrictions.map(({ message }) => (
            <Item key={message}>{message}</Item>
          ))}
        </Section>
      )}
    </Stack>
  );
}

const hasDemands = ({ address, required_fields, documents }: Requirements): boolean =>
  address !== 'none' || required_fields.length + documents.length > 0;

function summaryOf(requirements: Requirements): string {
  const { requires_activation, typical_review_hours: hours } = requirements;
  if (!requires_activation) {
    const summary = 'No documents are required. The numbers work as soon as they are bought.';
    return hasDemands(requirements) ? `${summary} A bundle for them, if you want one, contains:` : summary;
  }
  return hours === 0 ? 'A reviewed bundle is required.' : `The review typically takes ${reviewTime(hours)}.`;
}

export const reviewTime = (hours: number): string =>
  hours % HOURS_PER_DAY === 0 ? format.days(hours / HOURS_PER_DAY) : `${format.count(hours)} hours`;

function Section({ level, title, children }: { level: 2 | 3; title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={level} fz="md" mb="xs">
        {title}
      </Title>
      <Stack component="ul" gap={6} m={0} p={0}>
        {children}
      </Stack>
    </div>
  );
}

function Item({ detail, children }: { detail?: string | undefined; children: ReactNode }) {
  return (
    <Group component="li" gap="xs" align="start" wrap="nowrap">
      <Box component="span" mt={3} lh={1}>
        <Square size={14} strokeWidth={1.6} aria-hidden />
      </Box>
      <Box flex={1} fz="sm">
        {children}
        {detail && (
          <Text size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </Box>
    </Group>
  );
}

/** Names the kind of end user, where the requirement is not of all that the numbers admit. */
function OnlyFor({ item, kinds }: { item: RequiredField | RequiredDocument; kinds: Requirements['end_user_kinds'] }) {
  const [only] = item.end_user_kinds;
  if (only === undefined || item.end_user_kinds.length !== 1 || kinds.length === 1) return null;
  return (
    <Text span size="xs" c="dimmed">
      {` (${KINDS[only].toLowerCase()})`}
    </Text>
  );
}

export function detailOf({ accepted_doc_types, max_age_days, description }: RequiredDocument): string {
  const types = accepted_doc_types
    .filter((type) => type !== 'other')
    .map((type) => DOC_TYPES[type as DocType])
    .join(', ');
  const age = max_age_days === null ? '' : `Issued in the last ${format.days(max_age_days)}.`;
  return [description, types && `Accepted: ${types}.`, age].filter(Boolean).join(' ');
}
