/**
 * SQL: the live contacts of a trunk or WebRTC user as the JSON of ContactState[], by preference. Of equal ones, those at the asking
 * switch come first, and there those at the asking process: a contact behind NAT may be reachable through it only.
 */
export const contactStates = (
  owner: 'trunk_id' | 'webrtc_user_id',
  id: string,
  { now, switchId, node }: { readonly now: string; readonly switchId: string; readonly node: string },
) => `coalesce((SELECT jsonb_agg(
    jsonb_build_object('id', contact.id, 'uri', contact.uri, 'received', contact.received, 'path', contact.path)
    ORDER BY contact.q DESC, contact.switch_id IS NOT DISTINCT FROM ${switchId} DESC,
      contact.node IS NOT DISTINCT FROM ${node} DESC, contact.registered_at DESC, contact.id)
  FROM voice.contacts contact WHERE contact.${owner} = ${id} AND contact.expires_at > ${now}), '[]')`;
