/** A function of a file and a key that is worked out once for both, as many calls of a name ask the same of a file. Files do not change once read. */
export function onceAFile<File extends object, Value>(
  find: (file: File, key: string) => Value,
): (file: File, key: string) => Value {
  const files = new WeakMap<File, Map<string, { value: Value }>>();
  return (file, key) => {
    let known = files.get(file);
    if (known === undefined) files.set(file, known = new Map());
    let found = known.get(key);
    if (found === undefined) known.set(key, found = { value: find(file, key) });
    return found.value;
  };
}
