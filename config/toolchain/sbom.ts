/**
 * Prints what a program is made of, as SPDX 2.3: `sbom.ts NAME VERSION COMMIT CREATED SHA256` for a program of that name and hash, run in the project's folder. Packages
 * are those that its entry points and grammars import, in the versions and with the hashes of `deno.lock`.
 */
const [name, version = "", commit = "", created = "", sha256 = ""] = Deno.args;
const entries = (await Deno.readTextFile("config/toolchain/entry_points")).trim().split("\n");

interface Locked {
  integrity: string;
}
/** Of what `deno info` prints. */
interface Graph {
  modules: { npmPackage?: string }[];
  npmPackages: Record<string, { dependencies: string[] }>;
}
const locked: Record<string, Locked> = JSON.parse(await Deno.readTextFile("deno.lock")).npm;

/** The ids of `deno.lock` that a module imports, or, as a bundle holds them, with all that these depend on. */
async function packagesOf(module: string, isBundled: boolean): Promise<string[]> {
  const args = ["info", "--json", "--config", "deno.json", module];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error(`${module}: ${new TextDecoder().decode(stderr)}`);
  const { modules, npmPackages }: Graph = JSON.parse(new TextDecoder().decode(stdout));
  const ids = new Set(modules.flatMap(({ npmPackage }) => npmPackage ?? []));
  // What is added while a set is walked is walked, too.
  if (isBundled) { for (const id of ids) npmPackages[id]?.dependencies.forEach((each) => ids.add(each)); }
  return [...ids];
}

const found = await Promise.all([
  ...entries.map((entry) => packagesOf(entry, true)),
  packagesOf("config/toolchain/pack_grammars.ts", false),
]);
const packages = [...new Set(found.flat())].sort().map((id) => {
  const [name = "", resolved = ""] = id.split(/(?<=.)@/);
  const version = resolved.replace(/_.*/, "");
  const [algorithm = "", hash = ""] = locked[id]?.integrity.split(/-(.*)/s) ?? [];
  return {
    SPDXID: `SPDXRef-${id.replace(/[^A-Za-z0-9.-]+/g, "-").replace(/^-/, "")}`,
    name,
    versionInfo: version,
    // Where it comes from the purl says, whatever registry it was fetched from.
    downloadLocation: "NOASSERTION",
    checksums: [{
      algorithm: algorithm.toUpperCase(),
      checksumValue: Array.from(atob(hash), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join(
        "",
      ),
    }],
    externalRefs: [purl(`npm/${name.replace("@", "%40")}@${version}`)],
    ...unknowns(),
  };
});

function unknowns() {
  return { filesAnalyzed: false, licenseConcluded: "NOASSERTION", licenseDeclared: "NOASSERTION" };
}

function purl(locator: string) {
  return {
    referenceCategory: "PACKAGE-MANAGER",
    referenceType: "purl",
    referenceLocator: `pkg:${locator}`,
  };
}

const program = {
  SPDXID: "SPDXRef-program",
  name,
  versionInfo: version,
  downloadLocation: "NOASSERTION",
  sourceInfo: `built from commit ${commit}`,
  checksums: [{ algorithm: "SHA256", checksumValue: sha256 }],
  ...unknowns(),
  licenseDeclared: "MIT",
};
const runtime = {
  SPDXID: "SPDXRef-deno",
  name: "deno",
  versionInfo: Deno.version.deno,
  downloadLocation: `https://github.com/denoland/deno/releases/tag/v${Deno.version.deno}`,
  externalRefs: [purl(`github/denoland/deno@v${Deno.version.deno}`)],
  ...unknowns(),
  licenseDeclared: "MIT",
};
const document = {
  spdxVersion: "SPDX-2.3",
  dataLicense: "CC0-1.0",
  SPDXID: "SPDXRef-DOCUMENT",
  name: `${name} ${version}`,
  documentNamespace: `https://spdx.org/spdxdocs/${name}-${version}-${sha256}`,
  creationInfo: { created, creators: ["Tool: config/toolchain/sbom.ts"] },
  packages: [program, runtime, ...packages],
  relationships: [
    { spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES", relatedSpdxElement: program.SPDXID },
    ...[runtime, ...packages].map(({ SPDXID }) => ({
      spdxElementId: program.SPDXID,
      relationshipType: "CONTAINS",
      relatedSpdxElement: SPDXID,
    })),
  ],
};
console.log(JSON.stringify(document, null, 2));
