// Searches a number, buys it, routes its calls to a telephone system, and lists them.
// usage: TRUNKLINE_URL=https://api.example.com TRUNKLINE_API_KEY=svc_live_… node first-number.mjs US pbx.example.com
import { isTrunklineError, Trunkline } from '@trunkline/client';

const [country = 'US', host = 'pbx.example.com'] = process.argv.slice(2);
const trunkline = new Trunkline();

try {
  const offers = trunkline.catalog.search({ country, capabilities: ['voice'], requires_activation: false });
  const [offer] = (await offers).items;
  if (!offer) throw new Error(`No number of ${country} is available.`);
  const { number } = await trunkline.numbers.order({ select_token: offer.select_token });
  if (!number) throw new Error('The supplier has not confirmed the order yet.');
  console.log(`Bought ${number.e164}.`);
  const name = `Reception ${number.e164}`;
  const trunk = await trunkline.sipTrunks.create({ name, gateways: [{ name: 'main', host }] });
  const { profile } = await trunkline.routingProfiles.create({
    name,
    targets: [{ kind: 'sip_trunk', sip_trunk_id: trunk.id }],
  });
  await trunkline.numbers.route(number.e164, { routing_profile_id: profile.id });
  console.log(`Its calls are routed to ${host}.`);

  for await (const { started_at, caller, billable_duration_s } of trunkline.cdrs.list({ e164: number.e164 }))
    console.log(new Date(started_at * 1000), caller ?? 'withheld', billable_duration_s);
} catch (error) {
  if (!isTrunklineError(error)) throw error;
  console.error(`${error.code}: ${error.message} (request ${error.requestId})`, error.fields);
  process.exitCode = 1;
}
