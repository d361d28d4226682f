const TRIGGER =
  /^create trigger (?<name>\w+) (?<time>after|before) (?<event>.+? on \w+)(?:\s+when (?<condition>.+?))?\s+begin(?<body>.+)end$/su

/**
 * Derives a trigger and its function on PostgreSQL from a trigger of SQLite. The condition becomes part of the function,
 * because it may contain queries.
 */
export function toTriggerStatements(trigger: string): string[] {
  const { name, time, event, condition, body } = TRIGGER.exec(trigger)?.groups ?? {}
  if (!name || !body || !event) throw new Error(`Not a trigger: ${trigger}`)
  const work = condition ? `if ${condition} then ${body} end if;` : body
  return [
    `create function ${name}() returns trigger language plpgsql as $$
      begin ${work} return ${time === 'before' ? 'old' : 'null'}; end $$`,
    `create trigger ${name} ${time} ${event} for each row execute function ${name}()`,
  ]
}
