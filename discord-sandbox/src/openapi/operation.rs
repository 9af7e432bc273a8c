//! The operations of the description, by method and path.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// What an operation wants as a body.
#[derive(Debug)]
pub(crate) enum Wanted {
    Nothing,
    Optional(Value),
    Required(Value),
}

/// A step of a path.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Fixed(String),
    /// A parameter; a number, a token, a name.
    Free,
}

/// An operation.
#[derive(Debug)]
pub(crate) struct Operation {
    method: String,
    steps: Vec<Step>,
    /// Its `operationId`, unique in the description.
    pub(crate) name: String,
    /// The parameters its query may have.
    pub(crate) query: BTreeSet<String>,
    /// The schema of its body as JSON.
    pub(crate) request: Wanted,
    /// Schemas of its answers by status, such as `200` or `4XX`; `None` where there is no body.
    pub(crate) answers: BTreeMap<String, Option<Value>>,
}

impl Operation {
    pub(crate) fn fits(&self, method: &str, steps: &[&str]) -> bool {
        self.method == method
            && self.steps.len() == steps.len()
            && self.steps.iter().zip(steps).all(|(step, found)| match step {
                Step::Fixed(text) => text == found,
                Step::Free => true,
            })
    }

    pub(crate) fn fixed_steps(&self) -> usize {
        self.steps.iter().filter(|step| **step != Step::Free).count()
    }
}

/// Every operation of a description.
pub(crate) fn read_all(whole: &Value) -> Vec<Operation> {
    let mut operations = Vec::new();
    for (path, item) in whole["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            if operation["operationId"].is_string() {
                operations.push(read(whole, path, item, method, operation));
            }
        }
    }
    operations
}

fn read(whole: &Value, path: &str, item: &Value, method: &str, operation: &Value) -> Operation {
    let steps = path
        .trim_matches('/')
        .split('/')
        .map(|step| if step.starts_with('{') { Step::Free } else { Step::Fixed(step.to_owned()) });
    let parameters = [&item["parameters"], &operation["parameters"]];
    let parameters = parameters.into_iter().filter_map(Value::as_array).flatten();
    let query = parameters
        .map(|parameter| resolved(whole, parameter))
        .filter(|parameter| parameter["in"] == "query")
        .filter_map(|parameter| parameter["name"].as_str().map(str::to_owned));
    let body = resolved(whole, &operation["requestBody"]);
    let request = match schema(body) {
        None => Wanted::Nothing,
        Some(schema) if body["required"] == true => Wanted::Required(schema),
        Some(schema) => Wanted::Optional(schema),
    };
    let answers = operation["responses"].as_object().into_iter().flatten();
    Operation {
        method: method.to_uppercase(),
        steps: steps.collect(),
        name: operation["operationId"].as_str().unwrap_or_default().to_owned(),
        query: query.collect(),
        request,
        answers: answers.map(|(status, answer)| (status.clone(), schema(resolved(whole, answer)))).collect(),
    }
}

/// What a reference into the description leads to.
fn resolved<'a>(whole: &'a Value, value: &'a Value) -> &'a Value {
    let target = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    target.and_then(|pointer| whole.pointer(pointer)).unwrap_or(value)
}

/// The schema of a body as JSON.
fn schema(body: &Value) -> Option<Value> {
    body["content"]["application/json"].get("schema").cloned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_operation_is_found_by_method_and_path_and_knows_its_answers() {
        let whole = json!({
            "paths": { "/things/{id}/@me": {
                "parameters": [{ "name": "id", "in": "path" }],
                "get": {
                    "operationId": "get_my_thing",
                    "parameters": [{ "name": "limit", "in": "query" }],
                    "responses": {
                        "200": { "content": { "application/json": { "schema": { "type": "object" } } } },
                        "204": { "description": "nothing" },
                        "4XX": { "$ref": "#/components/responses/No" },
                    },
                },
            } },
            "components": { "responses": { "No": {
                "content": { "application/json": { "schema": { "type": "string" } } },
            } } },
        });
        let operations = read_all(&whole);
        let [operation] = operations.as_slice() else {
            panic!("one operation is described: {operations:?}");
        };
        assert!(operation.fits("GET", &["things", "5", "@me"]));
        assert!(!operation.fits("POST", &["things", "5", "@me"]));
        assert!(!operation.fits("GET", &["things", "5", "you"]));
        assert_eq!(operation.fixed_steps(), 2);
        assert!(operation.query.contains("limit") && !operation.query.contains("id"));
        assert_eq!(operation.answers["204"], None);
        assert_eq!(operation.answers["4XX"], Some(json!({ "type": "string" })));
        assert!(matches!(operation.request, Wanted::Nothing));
    }
}
